// The keys that this page knows, in a list that opens with "?".

import { button, dialogActions, make, openDialog } from "./dom.js";
import { t } from "./language.js";

const KEYS = ["tab", "arrows", "enter", "escape", "help"];

/** @param {HTMLElement} opener */
export function setUpKeys(opener) {
  opener.addEventListener("click", showKeys);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || isWriting(event.target) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    showKeys();
  });
}

/** @param {EventTarget | null} target where a key was pressed */
export function isWriting(target) {
  return target instanceof Element && target.matches("input, textarea, select");
}

function showKeys() {
  const lines = KEYS.flatMap((key) => [
    make("dt", {}, make("kbd", {}, t(`keys.${key}`))),
    make("dd", {}, t(`keys.${key}Does`)),
  ]);
  openDialog(t("keys.show"), (dialog) => [
    make("dl", { class: "keys" }, ...lines),
    dialogActions(button(t("do.close"), () => dialog.close())),
  ]);
}
