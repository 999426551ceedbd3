// The top of a page, and on a phone also its bottom: where one can go, what one likes, light or dark, the other language.

/** @import { IconName } from "./icons.js" */

import { element, find, make, select } from "./dom.js";
import { icon } from "./icons.js";
import { choose, lang, languages, t } from "./language.js";
import { switchTheme } from "./theme.js";

const MOON = "M19.5 14A8 8 0 1 1 10 4.5a6.5 6.5 0 0 0 9.5 9.5z";

/** Fill the bar. @param {HTMLElement[]} links more of them, of this page alone */
export function showBar(...links) {
  find("bar").append(
    make(
      "a",
      { class: "brand", href: "/" },
      make("img", { src: "/web/icon.svg", alt: "", width: 28, height: 28 }),
      "Tablier",
    ),
    make(
      "nav",
      { class: "ways", "aria-label": t("app.ways") },
      way("/", "play", t("app.play")),
      way("/mine", "clock", t("app.mine")),
      way("/#open", "people", t("app.tables")),
      likesButton(),
    ),
    make("div", { class: "bar-links" }, links, themeButton(), languageSwitch()),
  );
}

/** @param {string} href @param {string} words */
export function barLink(href, words) {
  return make("a", { class: "button button--quiet button--small", href }, words);
}

/** @param {string} href @param {IconName} picture @param {string} words */
function way(href, picture, words) {
  const isHere = href === location.pathname;
  return make("a", { class: "way", href, "aria-current": isHere && "page" }, icon(picture), make("span", {}, words));
}

/** The dialogue is loaded when somebody wants it. */
function likesButton() {
  const onclick = async () => (await import("./settings.js")).showSettings();
  return make("button", { class: "way", type: "button", onclick }, icon("gear"), make("span", {}, t("settings.title")));
}

/** The way to the other language; where there are several, a list of them all. */
export function languageSwitch() {
  const others = Object.entries(languages).filter(([code]) => code !== lang);
  if (others.length !== 1) {
    const onchange = (/** @type {{ target: HTMLSelectElement }} */ event) => choose(event.target.value);
    const looks = { id: "lang", class: "icon-button", "aria-label": t("lang.choose"), onchange };
    return select(looks, Object.entries(languages), lang);
  }
  const [[code, name]] = others;
  const looks = { id: "lang", class: "icon-button", type: "button", lang: code, "aria-label": name };
  return make("button", { ...looks, onclick: () => choose(code) }, code.toUpperCase());
}

function themeButton() {
  return make(
    "button",
    { class: "icon-button", type: "button", "aria-label": t("theme.switch"), onclick: switchTheme },
    element("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, element("path", { d: MOON })),
  );
}
