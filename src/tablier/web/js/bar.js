// The top of a page: the way home, the other language, light or dark.

import { choose, lang, other, t, translate } from "./language.js";
import { icon, make } from "./make.js";
import { switchTheme } from "./theme.js";
import "./words/common.js";

const SUN = ["M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z", "M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4"];

/** Fill the bar, and every word of the page that waits for its language. */
export function showBar(...links) {
  const brand = make("a", { class: "brand", href: "/" }, make("img", { src: "/web/icon.svg", alt: "", width: 28, height: 28 }), "Tablier");
  const bar = document.getElementById("bar");
  bar.append(
    brand,
    make(
      "nav",
      { class: "bar-links" },
      links,
      make("button", { class: "icon-button", type: "button", lang: other, "aria-label": t("lang.switch"), onclick: () => choose(other) }, t("lang.code")),
      make("button", { class: "icon-button", type: "button", "aria-label": t("theme.switch"), title: t("theme.switch"), onclick: switchTheme }, icon(...SUN)),
    ),
  );
  document.documentElement.lang = lang;
  translate(document);
}

export function barLink(href, words) {
  return make("a", { class: "button button--quiet button--small", href }, words);
}
