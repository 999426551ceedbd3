// How long something moves: as somebody likes it; and not at all where nothing is to move.

import { liking } from "./likes.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

const PACE = { normal: 1, slow: 1.8, quick: 0.5, off: 0 };

/** Whether somebody would rather see nothing move. */
export function isStill() {
  return calm.matches || liking("speed") === "off";
}

/** How long something is shown that is to be read, whether it moves or not. @param {number} milliseconds */
export function shownFor(milliseconds) {
  return milliseconds * (PACE[liking("speed")] || 1);
}

/** So many milliseconds, as they are liked here. @param {number} milliseconds */
export function lasting(milliseconds) {
  return isStill() ? 0 : milliseconds * PACE[liking("speed")];
}
