// How well bots play, in words.

/** @import { Attribute } from "./dom.js" */

import { make, options, select } from "./dom.js";
import { t } from "./language.js";
import { recall, remember } from "./memory.js";

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const USUAL = 2;

/** @param {number} level */
export function levelName(level) {
  return t(`level.${level}`);
}

/** What a bot of this level does. @param {number} level */
export function levelDoes(level) {
  return t(`levelDoes.${level}`);
}

/** Say beside a list of levels what the chosen one does. @param {HTMLSelectElement} select */
export function explainLevel(select) {
  const words = make("span", { class: "small soft level-does", id: `${select.id}-does` });
  const show = () => (words.textContent = levelDoes(Number(select.value)));
  select.setAttribute("aria-describedby", words.id);
  select.addEventListener("change", show);
  select.after(words);
  show();
}

/** The level that was chosen last in this browser. */
export function usualLevel() {
  const kept = recall("level", USUAL);
  return LEVELS.includes(kept) ? kept : USUAL;
}

/** @param {number} chosen */
export function keepLevel(chosen) {
  remember("level", chosen);
}

/** A list to choose a level from; the usual one is chosen. @param {Record<string, Attribute>} attributes */
export function levelSelect(attributes) {
  const made = select(attributes, []);
  fillLevels(made);
  return made;
}

/** @param {HTMLSelectElement} select */
export function fillLevels(select) {
  select.append(
    ...options(
      LEVELS.map((level) => [level, levelName(level)]),
      usualLevel(),
    ),
  );
}
