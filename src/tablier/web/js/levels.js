// How well bots play, in words.

/** @import { Attribute } from "./dom.js" */

import { options, select } from "./dom.js";
import { t } from "./language.js";
import { recall, remember } from "./memory.js";

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const USUAL = 2;

/** @param {number} level */
export function levelName(level) {
  return t(`level.${level}`);
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
