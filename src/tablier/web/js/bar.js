// The top of a page: the way home, the other language, light or dark.

import { element, find, make, select } from "./dom.js";
import { choose, lang, languages, t } from "./language.js";
import { switchTheme } from "./theme.js";

const HALF_LIT = ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 4a8 8 0 0 1 0 16z"];

/** Fill the bar. @param {HTMLElement[]} links */
export function showBar(...links) {
  find("bar").append(
    make(
      "a",
      { class: "brand", href: "/" },
      make("img", { src: "/web/icon.svg", alt: "", width: 28, height: 28 }),
      "Tablier",
    ),
    make("nav", { class: "bar-links" }, links, themeButton(), languageSwitch()),
  );
}

/** @param {string} href @param {string} words */
export function barLink(href, words) {
  return make("a", { class: "button button--quiet button--small", href }, words);
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
    halfLit(),
  );
}

function halfLit() {
  const [outline, half] = HALF_LIT.map((d) => element("path", { d }));
  half.setAttribute("fill", "currentColor");
  return element("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, outline, half);
}
