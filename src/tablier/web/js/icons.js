// Small pictures in lines, for buttons: icon("undo"). They say nothing by themselves; words or a label stand beside them.

import { element, make } from "./dom.js";

/** Paths in a square of 24. */
const ICONS = {
  back: ["M15 5 8 12l7 7"],
  bell: ["M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15z", "M10 21.5h4"],
  book: ["M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5 .5 8.5 2 2-1.5 5-2 8.5-2v-14C17 4.5 14 5 12 6.5z", "M12 6.5v14"],
  bulb: ["M9 17.5c0-2-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5.5-3 7.5z", "M10 21h4"],
  cap: ["m12 5-10 4.5L12 14l10-4.5z", "M6 11.5V16c2 2.5 10 2.5 12 0v-4.5", "M22 9.5V15"],
  chat: ["M4 5h16v11H11l-4.5 3.5V16H4z"],
  clock: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M12 7.5V12l3 2"],
  gear: [
    "M4 7h8",
    "M18 7h2",
    "M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    "M4 17h3",
    "M13 17h7",
    "M10 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  ],
  link: ["M10 14a4 4 0 0 0 6 .5l3.5-3.5a4 4 0 0 0-6-6L12 6.5", "M14 10a4 4 0 0 0-6-.5L4.5 13a4 4 0 0 0 6 6l1.5-1.5"],
  people: [
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
    "M2.5 20c0-4 3-5.5 6.5-5.5s6.5 1.5 6.5 5.5",
    "M16 5.5a3.5 3.5 0 0 1 0 6.5",
    "M18.5 15c2 .7 3 2.3 3 5",
  ],
  play: ["M8 5.5v13l10.5-6.5z"],
  screen: ["M3 5h18v11H3z", "M12 16v4", "M8 20h8"],
  undo: ["M8 5 4 9l4 4", "M4 9h10a5.5 5.5 0 0 1 0 11H9"],
};

/** @typedef {keyof typeof ICONS} IconName */

/** Filled, not only drawn. */
const SOLID = new Set(["play"]);

/** @param {IconName} name */
export function icon(name) {
  const kind = SOLID.has(name) ? "solid" : "";
  const paths = ICONS[name].map((d) => element("path", { d, class: kind }));
  return element("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, ...paths);
}

/** A button of the row of tools: a small picture over a word. @param {IconName} name @param {string} words @param {() => unknown} onclick */
export function tool(name, words, onclick) {
  return make("button", { type: "button", class: "tool", onclick }, icon(name), make("span", {}, words));
}
