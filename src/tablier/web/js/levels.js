// How well bots play, in words.

import { t } from "./language.js";
import { recall, remember } from "./net.js";
import "./words/levels.js";

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const USUAL = 2;

export function levelName(level) {
  return t(`level.${level}`);
}

/** The level that was chosen last in this browser. */
export function level() {
  const kept = recall("level", USUAL);
  return LEVELS.includes(kept) ? kept : USUAL;
}

export function keepLevel(chosen) {
  remember("level", chosen);
}
