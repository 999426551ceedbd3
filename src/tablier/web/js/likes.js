// What somebody likes, kept on this device: `liking("speed")` is one of the values that there are; `like("speed", "slow")` keeps another.
//
// What the style sheets go by stands on the page itself (data-theme, data-board, data-speed): early.js puts it there before anything is painted.

import { recall, remember } from "./memory.js";

/** For each the values that there are; the first holds where nothing was chosen. */
export const LIKES = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  board: ["drawn", "plain", "contrast"],
  speed: ["normal", "slow", "quick", "off"],
  sound: ["full", "soft", "off"],
  confirm: ["no", "yes"],
  notify: ["no", "yes"],
});

/** @typedef {typeof LIKES} Likes */

/** Those that the style sheets go by. */
const SHOWN = /** @type {const} */ (["theme", "board", "speed"]);

/** @template {keyof Likes} Name @param {Name} name @returns {Likes[Name][number]} */
export function liking(name) {
  /** @type {readonly string[]} */
  const values = LIKES[name];
  const kept = recall("likes", /** @type {Record<string, string>} */ ({}))[name];
  return /** @type {Likes[Name][number]} */ (values.includes(kept) ? kept : values[0]);
}

/** @template {keyof Likes} Name @param {Name} name @param {Likes[Name][number]} value */
export function like(name, value) {
  remember("likes", { ...recall("likes", {}), [name]: value });
  if (SHOWN.some((one) => one === name)) document.documentElement.dataset[name] = value;
}
