// What somebody likes, to be changed: a dialogue on every page. What is chosen holds at once.

/** @import { Likes } from "./likes.js" */

import { button, dialogActions, make, openDialog, select } from "./dom.js";
import { choose, lang, languages, t } from "./language.js";
import { LIKES, like, liking } from "./likes.js";
import { askName } from "./name.js";
import { allowNotices, canNotify } from "./notices.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Gives when it is closed. */
export function showSettings() {
  return openDialog(t("settings.title"), (dialog) => [
    make(
      "div",
      { class: "likes" },
      nameField(),
      languageField(),
      ...["theme", "board", "speed", "sound"].map((name) => choice(/** @type {keyof Likes} */ (name))),
      calm.matches && make("p", { class: "field-help" }, t("settings.calm")),
      check("confirm", (isOn) => like("confirm", isOn ? "yes" : "no")),
      canNotify() && noticeCheck(),
      make("p", { class: "small soft" }, t("settings.kept")),
    ),
    dialogActions(button(t("do.close"), () => dialog.close(), "button--main")),
  ]);
}

function nameField() {
  const input = make("input", { class: "input", id: "like-name", maxlength: 60, autocomplete: "nickname" });
  askName(input);
  return make("div", { class: "field" }, make("label", { for: "like-name" }, t("settings.name")), input);
}

function languageField() {
  const chosen = select({ id: "like-language" }, Object.entries(languages), lang);
  chosen.addEventListener("change", () => choose(chosen.value));
  return make("div", { class: "field" }, make("label", { for: "like-language" }, t("settings.language")), chosen);
}

/** @template {keyof Likes} Name @param {Name} name */
function choice(name) {
  const radios = LIKES[name].map((value) => {
    const onchange = () => like(name, value);
    const input = { type: "radio", name: `like-${name}`, value, checked: liking(name) === value, onchange };
    return make("label", {}, make("input", input), make("span", {}, t(`settings.${name}-${value}`)));
  });
  return make("fieldset", { class: "choice" }, make("legend", {}, t(`settings.${name}`)), ...radios);
}

/** @param {"confirm" | "notify"} name @param {(isOn: boolean, input: HTMLInputElement) => unknown} changed */
function check(name, changed) {
  const input = make("input", { type: "checkbox", id: `like-${name}`, checked: liking(name) === "yes" });
  input.addEventListener("change", () => changed(input.checked, input));
  return make("label", { class: "check" }, input, make("span", {}, t(`settings.${name}`)));
}

/** The system asks whether it is allowed; who says no there is told why nothing follows. */
function noticeCheck() {
  const help = make("p", { class: "field-help", id: "notify-help", role: "status" }, t("settings.notify-help"));
  const line = check("notify", async (isOn, input) => {
    const isAllowed = isOn && (await allowNotices());
    input.checked = isAllowed;
    like("notify", isAllowed ? "yes" : "no");
    help.textContent = t(isOn && !isAllowed ? "settings.notify-denied" : "settings.notify-help");
  });
  line.querySelector("input")?.setAttribute("aria-describedby", help.id);
  return make("div", {}, line, help);
}
