// What somebody is called at the tables. Asked for in place, kept in this browser; there is always one.

import { t } from "./language.js";
import { recall, remember } from "./net.js";

const MOST = 60;

export function myName() {
  return recall("name", "") || t("home.guest");
}

/** A field in which one writes one's name. */
export function askName(input) {
  input.value = recall("name", "");
  input.placeholder = t("home.guest");
  input.addEventListener("change", () => {
    const name = input.value
      .replace(/[\p{C}\s]+/gu, " ")
      .trim()
      .slice(0, MOST);
    input.value = name;
    remember("name", name);
  });
}
