// The top of a page: the way home, the other language, light or dark.

import { make } from "./dom.js";
import { choose, lang, other, t, translate } from "./language.js";
import { switchTheme } from "./theme.js";
import "./words/common.js";

const SVG = "http://www.w3.org/2000/svg";
const HALF_LIT = ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 4a8 8 0 0 1 0 16z"];

/** Fill the bar, and every word of the page that waits for its language. */
export function showBar(...links) {
  const bar = document.getElementById("bar");
  bar.append(
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
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  for (const [i, d] of HALF_LIT.entries()) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    if (i) path.setAttribute("fill", "currentColor");
    svg.append(path);
  }
  return svg;
}
