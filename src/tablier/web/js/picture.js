// A scene as SVG. Things keep their element from scene to scene while they keep their id, and so are seen to move.
//
//   const picture = new Picture(host);      puts an <svg> into the host
//   picture.show(scene);                    draws it, or moves on to it
//   picture.show(scene, { still: true });   without motion

/** @import { Bounds } from "./geometry.js" */
/** @import { Box, Item, Scene, Shape } from "./wire.js" */

import { putOnPage } from "./art.js";
import { element } from "./dom.js";
import { around } from "./geometry.js";
import { isStill, lasting } from "./motion.js";

const TAGS = new Set(["rect", "circle", "ellipse", "line", "path", "text", "use"]);
const FONT = "Georgia, 'DejaVu Serif', serif";
const MOVING = 280;
const FADING = 180;
const ROLLING = 420;

/** @typedef {object} Thing
 * @property {string} id
 * @property {number} x
 * @property {number} y
 * @property {string} words
 * @property {SVGGElement} node
 * @property {SVGGElement} body
 * @property {Shape[]} shapes
 * @property {boolean} isRound
 * @property {Bounds | null} box around its shapes, from its own place; null: not measured yet
 */

/** @typedef {object} Showing
 * @property {boolean} [still] without motion
 * @property {boolean} [rolled] dice were rolled: they are seen to tumble
 */

export class Picture {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.layer = element("g");
    this.svg = element("svg", { role: "group", "font-family": FONT, preserveAspectRatio: "xMidYMid meet" }, this.layer);
    /** @type {Map<string, Thing>} */
    this.things = new Map();
    /** @type {Box | null} */
    this.box = null;
    /** What the ids of the game's symbols begin with. */
    this.prefix = "";
    this.zooming = 0;
    /** All that show the same part of the plane: this picture, and what lies over it. */
    this.panes = [this.svg];
    host.append(this.svg);
  }

  /** Something to be drawn over the picture, in one of its own: the picture is not painted anew whenever that changes. @param {SVGElement[]} parts */
  cover(...parts) {
    const pane = element("svg", { class: "over", "font-family": FONT, "aria-hidden": "true" }, ...parts);
    this.panes.push(pane);
    this.svg.after(pane);
  }

  get moves() {
    return !isStill() && this.things.size > 0 && document.visibilityState === "visible";
  }

  /** @param {Scene} scene @param {Showing} how */
  show(scene, { still = false, rolled = false } = {}) {
    const moves = !still && this.moves;
    const keepsBox = this.box?.join() === scene.box.join();
    this.showBox(scene.box, moves);
    this.svg.setAttribute("aria-label", scene.title);
    if (scene.art) {
      this.prefix = scene.art.prefix;
      putOnPage(scene.art);
    }
    // Where the picture has drawn together, what fades away would be seen outside of it.
    this.dropGone(new Set(scene.items.map(({ id }) => id)), moves && keepsBox);
    /** @type {Node | null} */
    let after = this.layer.firstChild;
    for (const item of scene.items) {
      const thing = this.showItem(item, moves, rolled);
      // Those that fade away stay where they are until they are gone.
      while (after instanceof SVGElement && after.dataset.gone) after = after.nextSibling;
      if (thing.node === after) after = after.nextSibling;
      else this.layer.insertBefore(thing.node, after);
    }
  }

  /** The page gives the picture room in the shape of a scene, whose lengths are rounded. @param {Box} box */
  setRatio([, , width, height]) {
    document.body.style.setProperty("--ratio", (width / height).toFixed(3));
  }

  /** @param {Box} box @param {boolean} moves */
  showBox(box, moves) {
    const from = this.box;
    this.box = box;
    cancelAnimationFrame(this.zooming);
    if (!moves || !from || from.join() === box.join()) {
      this.look(box);
      return;
    }
    const start = performance.now();
    const step = (/** @type {number} */ time) => {
      const part = Math.min(1, Math.max(0, (time - start) / lasting(MOVING)));
      const eased = part * (2 - part);
      this.look(box.map((value, i) => from[i] + (value - from[i]) * eased));
      if (part < 1) this.zooming = requestAnimationFrame(step);
    };
    this.zooming = requestAnimationFrame(step);
  }

  /** @param {number[]} box the part of the plane that is to be seen */
  look(box) {
    for (const pane of this.panes) pane.setAttribute("viewBox", box.join(" "));
  }

  /** @param {Set<string>} ids those that stay @param {boolean} moves */
  dropGone(ids, moves) {
    for (const [id, { node }] of this.things) {
      if (ids.has(id)) continue;
      this.things.delete(id);
      if (moves) fadeAway(node);
      else node.remove();
    }
  }

  /** @param {Item} item @param {boolean} moves @param {boolean} rolled */
  showItem({ id, kind, x, y, words, shapes, round = false }, moves, rolled) {
    const known = this.things.get(id);
    const thing = known ?? this.newThing(id, x, y, moves);
    if (thing.x !== x || thing.y !== y) this.put(thing, x, y, moves);
    if (thing.shapes !== shapes && JSON.stringify(thing.shapes) !== JSON.stringify(shapes)) {
      thing.body.replaceChildren(...shapes.map((shape) => this.shape(shape)));
      thing.box = null;
    }
    if (known && rolled && this.moves && kind === "die") tumble(thing);
    thing.shapes = shapes;
    thing.isRound = round;
    name(thing, words);
    return thing;
  }

  /** @param {string} id @param {number} x @param {number} y @param {boolean} moves @returns {Thing} */
  newThing(id, x, y, moves) {
    const body = element("g");
    // It turns around its own middle.
    Object.assign(body.style, { transformBox: "fill-box", transformOrigin: "center" });
    const node = element("g", { "data-id": id }, body);
    const thing = { id, x, y, words: "", node, body, shapes: [], isRound: false, box: null };
    this.things.set(id, thing);
    place(node, x, y);
    if (moves) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: lasting(FADING) });
    return thing;
  }

  /** @param {Shape} shape */
  shape([tag, attributes, text]) {
    const made = element(TAGS.has(tag) ? tag : "g");
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key.replaceAll("_", "-"), key === "href" ? this.hrefOf(String(value)) : String(value));
    }
    if (text) made.textContent = text;
    return made;
  }

  /** Where a symbol of the game's sheet is on the page. @param {string} symbol */
  hrefOf(symbol) {
    return `#${this.prefix}${symbol}`;
  }

  /** A symbol alone, in a square of its own, beside words that say the same. @param {string} symbol @param {string} look its class */
  symbol(symbol, look) {
    const alone = element("svg", { class: look, viewBox: "0 0 1 1", "aria-hidden": "true" });
    alone.append(element("use", { href: this.hrefOf(symbol), width: 1, height: 1 }));
    return alone;
  }

  /** Move a thing; also before a scene has it there: the next scene puts right what was wrong.
   * @param {Thing} thing @param {number} x @param {number} y
   */
  put(thing, x, y, moves = this.moves) {
    if (moves) slide(thing, x, y);
    place(thing.node, x, y);
    Object.assign(thing, { x, y });
  }

  /** Where a thing is and how large, in the units of the scene. @param {string} id @returns {Bounds | null} */
  bounds(id) {
    const thing = this.things.get(id);
    if (!thing) return null;
    const { x, y, width, height } = boxOf(thing);
    return { x: thing.x + x, y: thing.y + y, width, height };
  }

  /** Whether a thing says so, or what lies at its bottom is a circle as large as the thing. @param {string} id */
  isRound(id) {
    if (this.things.get(id)?.isRound) return true;
    const bounds = this.bounds(id);
    const isEven = bounds !== null && Math.abs(bounds.width - bounds.height) < 0.1 * bounds.width;
    return isEven && this.things.get(id)?.shapes[0]?.[0] === "circle";
  }
}

/** Around what a thing is drawn with; what is written below or above it is not a part of it. @param {SVGGElement} body @returns {Bounds} */
function bodyBox(body) {
  const parts = [...body.children].filter((one) => one instanceof SVGGraphicsElement);
  const drawn = parts.filter(({ tagName }) => tagName !== "text");
  const boxes = drawn.map((one) => one.getBBox());
  // The box of a part that is turned is that of the part before it is.
  const isTurned = drawn.some((one) => one.hasAttribute("transform"));
  return boxes.length && !isTurned ? around(boxes) : body.getBBox();
}

/** @param {Thing} thing */
export function boxOf(thing) {
  if (!thing.box?.width) thing.box = roomOf(thing.shapes) ?? bodyBox(thing.body);
  return thing.box;
}

/** The room that symbols are given: known before they are there, and whatever they are made of; null: there are none.
 * @param {Shape[]} shapes @returns {Bounds | null}
 */
function roomOf(shapes) {
  const used = shapes.filter(([tag]) => tag === "use");
  const rooms = used.map(([, { x, y, width, height }]) => ({ x: +x, y: +y, width: +width, height: +height }));
  return rooms.length ? around(rooms) : null;
}

/** @param {SVGGElement} node */
function fadeAway(node) {
  node.dataset.gone = "1";
  delete node.dataset.id;
  node.setAttribute("pointer-events", "none");
  node.setAttribute("aria-hidden", "true");
  node.removeAttribute("tabindex");
  const fading = node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: lasting(FADING), fill: "forwards" });
  fading.onfinish = () => node.remove();
}

/** @param {SVGGElement} node @param {number} x @param {number} y */
function place(node, x, y) {
  node.setAttribute("transform", `translate(${x} ${y})`);
}

/** @param {Thing} thing @param {number} x @param {number} y */
function slide(thing, x, y) {
  const frames = [{ transform: `translate(${thing.x}px, ${thing.y}px)` }, { transform: `translate(${x}px, ${y}px)` }];
  thing.node.animate(frames, { duration: lasting(MOVING), easing: "cubic-bezier(0.3, 0, 0.2, 1)" });
}

/** Turn to and fro around the middle; several dice, which are wider, less. @param {Thing} thing */
function tumble(thing) {
  const { width, height } = boxOf(thing);
  const most = Math.min(1, height / width);
  const turns = [0, -24, 18, -9, 4, 0];
  const frames = turns.map((turn) => ({ transform: `rotate(${turn * most}deg)` }));
  thing.body.animate(frames, { duration: lasting(ROLLING), easing: "ease-out" });
}

/** What has no words is decoration: neither read out nor touched. @param {Thing} thing @param {string} words */
function name(thing, words) {
  if (thing.words === words && thing.node.hasAttribute("role")) return;
  thing.words = words;
  const { node } = thing;
  if (words) {
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", words);
    node.removeAttribute("pointer-events");
    node.removeAttribute("aria-hidden");
  } else {
    node.setAttribute("role", "presentation");
    node.setAttribute("aria-hidden", "true");
    node.setAttribute("pointer-events", "none");
  }
}

/** The thing that a part of the picture belongs to. @param {EventTarget | null} node */
export function idAt(node) {
  const thing = node instanceof Element ? node.closest("[data-id]") : null;
  return thing?.getAttribute("data-id") ?? null;
}
