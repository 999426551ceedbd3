// A scene as it comes over the wire, in few bytes, made into what pages work with. `picture/packing.py` and `picture/wire.py` pack it.

/** @import { Choice, Control, Item, Outlook, Paint, Scene, SceneChanges, Shape, StagedMoment, Touches } from "./wire.js" */
/** @import { Counted, Packed, PackedChanges, PackedControl, PackedItem, PackedMoment, PackedOutlooks, PackedShape, PackedText, PackedTouches,
 *   PackedUse } from "./wire.js" */

const CENTRED = { text_anchor: "middle", dominant_baseline: "central" };
const DISPLAY = "Fraunces, Georgia, 'DejaVu Serif', serif";
/** @type {Record<string, Record<string, Paint>>} */
const FONTS = {
  display: { font_family: DISPLAY },
  heading: { font_family: DISPLAY, font_weight: "bold" },
  plain: { font_family: "Inter, system-ui, sans-serif" },
};
/** What most things are: furniture, without words. @type {Pick<Item, "kind" | "words">} */
const USUAL = { kind: "decor", words: "" };
const SENTENCES = ". ";

/** A scene, or what has changed of one: in what is there everything is written out. @param {Packed} packed @returns {SceneChanges} */
export function unpacked({ items, touches, controls, outlooks, moment, ...rest }) {
  return {
    ...rest,
    items: items.map((item) => (Array.isArray(item) ? item : itemOf(item))),
    ...(touches && { touches: touchesOf(touches) }),
    ...(controls !== undefined && { controls: controls && controls.map(controlOf) }),
    ...(outlooks !== undefined && { outlooks: outlooks && outlooksOf(outlooks) }),
    ...(moment !== undefined && { moment: moment && momentOf(moment) }),
  };
}

/** One that was sent whole. @param {Packed} packed */
export function unpackedWhole(packed) {
  return /** @type {Scene} */ (unpacked(packed));
}

/** @param {PackedItem} item @returns {Item} */
function itemOf(item) {
  return { ...USUAL, ...item, shapes: item.shapes.map(shapeOf) };
}

/** A symbol, and words, come with what they always have in a fixed sequence; anything else by name. @param {PackedShape} shape @returns {Shape} */
function shapeOf(shape) {
  if (shape[0] === "use" && typeof shape[1] === "string") {
    const [, href, x, y, width, height, paint] = /** @type {PackedUse} */ (shape);
    return ["use", { href, x, y, width, height, ...turned(paint, x + width / 2, y + height / 2) }];
  }
  if (shape[0] === "text" && typeof shape[1] === "number") {
    const [, x, y, font_size, words, paint] = /** @type {PackedText} */ (shape);
    return ["text", { x, y, font_size, ...CENTRED, ...withFont(paint) }, words];
  }
  const [tag, attributes, text] = /** @type {Shape} */ (shape);
  return text === undefined ? [tag, withFont(attributes)] : [tag, withFont(attributes), text];
}

/** @param {Record<string, Paint>} paint */
function withFont({ font, ...paint } = {}) {
  return font === undefined ? paint : { ...paint, ...FONTS[font] };
}

/** A symbol is turned around its middle. @param {Record<string, Paint> | undefined} paint @param {number} x @param {number} y */
function turned({ turn, ...paint } = {}, x, y) {
  return turn === undefined ? paint : { transform: `rotate(${turn} ${short(x)} ${short(y)})`, ...paint };
}

/** @param {number} length */
function short(length) {
  return Math.round(length * 1000) / 1000;
}

/** Of each thing only what has changed since it was last named was sent; one that is the same is its place among those that were named.
 * @param {PackedMoment} moment @returns {StagedMoment}
 */
export function momentOf({ id, beats }) {
  /** @type {Map<string, Item>} */
  const named = new Map();
  /** @type {string[]} */
  let absent = [];
  return {
    id,
    beats: beats.map(({ items, gone = absent, ...beat }) => {
      absent = gone;
      return { ...beat, gone, items: items.map((told) => changedItem(told, named)) };
    }),
  };
}

/** @param {PackedChanges | number} told @param {Map<string, Item>} named @returns {Item} */
function changedItem(told, named) {
  if (typeof told === "number") return [...named.values()][told];
  const { shapes, ...changes } = told;
  const merged = { ...named.get(told.id), ...changes, ...(shapes && { shapes: shapes.map(shapeOf) }) };
  const parts = Object.entries(merged).filter(([, value]) => value !== null);
  const item = /** @type {Item} */ ({ ...USUAL, ...Object.fromEntries(parts) });
  named.set(item.id, item);
  return item;
}

/** Where any choice goes with any other, only what they are was sent. @param {PackedTouches} touches @returns {Touches} */
export function touchesOf(touches) {
  if (!Array.isArray(touches)) return touches;
  const [written, ...groups] = touches;
  /** @type {[parts: string[], ids: string[]][]} */
  let chosen = [[[], []]];
  for (const group of groups) {
    const pairs = Array.isArray(group) ? counting(group) : Object.entries(group);
    chosen = chosen.flatMap(([parts, ids]) =>
      pairs.map(([id, part]) => [
        [...parts, part],
        [...ids, id],
      ]),
    );
  }
  return Object.fromEntries(chosen.map(([parts, ids]) => [filled(written, parts), ids]));
}

/** @param {string} written @param {string[]} parts */
function filled(written, parts) {
  let next = 0;
  return written.replaceAll("{}", () => parts[next++]);
}

/** Ids that only count, each with its number. @param {Counted} counted @returns {[id: string, words: string][]} */
function counting([prefix, first, last]) {
  return Array.from({ length: last - first + 1 }, (_, i) => [`${prefix}${first + i}`, String(first + i)]);
}

/** @param {PackedControl} control @returns {Control} */
function controlOf({ choices, ...control }) {
  const isCounted = typeof choices[0] === "string";
  const all = isCounted ? counting(/** @type {Counted} */ (choices)).map(([id, words]) => ({ id, words })) : choices;
  return { ...control, choices: /** @type {(Choice & { shows?: PackedItem })[]} */ (all).map(choiceOf) };
}

/** @param {Omit<Choice, "shows"> & { shows?: PackedItem }} choice @returns {Choice} */
function choiceOf({ shows, ...choice }) {
  return shows ? { ...choice, shows: itemOf(shows) } : choice;
}

/** Of sentences that several have in common each was sent once. @param {PackedOutlooks} outlooks @returns {Record<string, Outlook>} */
export function outlooksOf({ words, of = {} }) {
  return Object.fromEntries(
    Object.entries(of).map(([action, [places, figure, at, shares]]) => [
      action,
      { words: places.map((place) => words?.[place]).join(SENTENCES), figure, at, ...(shares && { shares }) },
    ]),
  );
}
