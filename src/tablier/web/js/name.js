// What somebody is called at the tables. Asked for in place, kept in this browser; there is always one.

import { t } from "./language.js";
import { recall, remember } from "./memory.js";

const MOST = 60;

/** The name that was given last; empty: none. */
export function givenName() {
  return recall("name", "");
}

export function myName() {
  return givenName() || t("home.guest");
}

/** @param {string} name */
export function keepName(name) {
  remember("name", name);
}

/** A field in which one writes one's name. @param {HTMLInputElement} input */
export function askName(input) {
  input.value = givenName();
  input.placeholder = t("home.guest");
  input.addEventListener("change", () => {
    input.value = tidy(input.value);
    keepName(input.value);
  });
}

/** A name in one line, and not too long. @param {string} name */
export function tidy(name) {
  return name
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MOST);
}
