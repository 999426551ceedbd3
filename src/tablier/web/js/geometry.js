// Points and boxes, in any units.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Bounds */

/** How much further what lies aside counts than what lies ahead. */
const ASIDE = 2;
/** How far aside something may lie of the way, as a multiple of how far ahead it is. */
const WIDEST = 3;
const NOTHING = 1e-6;

/** @param {Bounds} bounds @returns {Point} */
export function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** How far a point is from a box; 0 inside. @param {Point} point @param {Bounds} bounds */
export function distance({ x, y }, bounds) {
  const across = Math.max(bounds.x - x, 0, x - bounds.x - bounds.width);
  const down = Math.max(bounds.y - y, 0, y - bounds.y - bounds.height);
  return Math.hypot(across, down);
}

/** @param {Bounds} bounds @param {number} by */
export function grown({ x, y, width, height }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The box around some. @param {Bounds[]} boxes @returns {Bounds} */
export function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/** Of some things the one for which a measure is least, and at most `most`; null: there is none.
 * @template T @param {Iterable<T>} things @param {(thing: T) => number} measure @returns {T | null}
 */
export function least(things, measure, most = Infinity) {
  /** @type {[T | null, number]} */
  let [found, best] = [null, Infinity];
  for (const thing of things) {
    const value = measure(thing);
    if (value < best && value <= most) [found, best] = [thing, value];
  }
  return found;
}

/** How far it is to a point for somebody who looks in a direction; what lies aside counts as further, what lies behind is nowhere.
 * @param {Point} from @param {Point} to @param {Point} direction
 */
export function wayTo(from, to, direction) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = dx * direction.x + dy * direction.y;
  const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
  return along <= NOTHING || along < aside / WIDEST ? Infinity : along + ASIDE * aside;
}
