// The top of a page: the way home, the other language, light or dark.

import { element, find, make } from "./dom.js";
import { choose, lang, other, t, translate } from "./language.js";
import { switchTheme } from "./theme.js";
import "./words/common.js";

const HALF_LIT = ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 4a8 8 0 0 1 0 16z"];

/** Fill the bar, and every word of the page that waits for its language. @param {HTMLElement[]} links */
export function showBar(...links) {
  find("bar").append(
    make(
      "a",
      { class: "brand", href: "/" },
      make("img", { src: "/web/icon.svg", alt: "", width: 28, height: 28 }),
      "Tablier",
    ),
    make("nav", { class: "bar-links" }, links, themeButton(), languageButton()),
  );
  document.documentElement.lang = lang;
  translate(document);
}

/** @param {string} href @param {string} words */
export function barLink(href, words) {
  return make("a", { class: "button button--quiet button--small", href }, words);
}

function languageButton() {
  return make(
    "button",
    { class: "icon-button", type: "button", lang: other, "aria-label": t("lang.switch"), onclick: () => choose(other) },
    t("lang.code"),
  );
}

function themeButton() {
  return make(
    "button",
    { class: "icon-button", type: "button", "aria-label": t("theme.switch"), onclick: switchTheme },
    halfLit(),
  );
}

function halfLit() {
  const [outline, half] = HALF_LIT.map((d) => element("path", { d }));
  half.setAttribute("fill", "currentColor");
  return element("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, outline, half);
}
