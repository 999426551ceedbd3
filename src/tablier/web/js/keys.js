// The keys that this page knows, in a list that opens with "?".

import { button, make } from "./dom.js";
import { t } from "./language.js";

const KEYS = ["tab", "arrows", "enter", "escape", "help"];

export function setUpKeys(opener) {
  opener.addEventListener("click", showKeys);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.matches("input, textarea, select") || document.querySelector("dialog[open]"))
      return;
    event.preventDefault();
    showKeys();
  });
}

function showKeys() {
  const dialog = make("dialog", { class: "dialog", "aria-label": t("keys.show") });
  const lines = KEYS.map((key) => [
    make("dt", {}, make("kbd", {}, t(`keys.${key}`))),
    make("dd", {}, t(`keys.${key}Does`)),
  ]);
  const close = button(t("do.close"), () => dialog.close());
  dialog.append(
    make("h2", {}, t("keys.show")),
    make("dl", { class: "keys" }, lines.flat()),
    make("div", { class: "dialog-actions" }, close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
