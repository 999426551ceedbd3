// A scene as SVG. Things keep their element from scene to scene while they keep their id, and so are seen to move.
//
//   const picture = new Picture(host);      puts an <svg> into the host
//   picture.show(scene);                    draws it, or moves on to it
//   picture.show(scene, { still: true });   without motion

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["rect", "circle", "ellipse", "line", "path", "text"]);
const FONT = "Georgia, 'DejaVu Serif', serif";
const MOVING = 280;
const FADING = 180;
const ROLLING = 420;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let pictures = 0;

export function element(tag, attributes = {}, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** @typedef {{id: string, x: number, y: number, words: string, node: SVGGElement, body: SVGGElement, shapes: object[]?}} Thing */

export class Picture {
  constructor(host) {
    // Gradients are found by id in the whole page: several pictures must not mix theirs up.
    this.prefix = `p${++pictures}-`;
    this.defs = element("defs");
    this.layer = element("g");
    this.svg = element(
      "svg",
      { role: "group", "font-family": FONT, preserveAspectRatio: "xMidYMid meet" },
      this.defs,
      this.layer,
    );
    /** @type {Map<string, Thing>} */
    this.things = new Map();
    this.box = null;
    host.append(this.svg);
  }

  get moves() {
    return !calm.matches && this.things.size > 0 && document.visibilityState === "visible";
  }

  /** `rolled`: chance has decided something; what it changed is seen to tumble. */
  show(scene, { still = false, rolled = false } = {}) {
    const moves = !still && this.moves;
    this.showBox(scene.box, moves);
    this.svg.setAttribute("aria-label", scene.title);
    this.showGradients(scene.gradients);
    this.dropGone(new Set(scene.items.map(([id]) => id)), moves);
    let after = this.layer.firstChild;
    for (const item of scene.items) {
      const thing = this.showItem(item, moves, rolled);
      // Those that fade away stay where they are until they are gone.
      while (after?.dataset.gone) after = after.nextSibling;
      if (thing.node === after) after = after.nextSibling;
      else this.layer.insertBefore(thing.node, after);
    }
  }

  showBox(box, moves) {
    const from = this.box;
    this.box = box;
    cancelAnimationFrame(this.zooming);
    if (!moves || !from || from.join() === box.join()) {
      this.svg.setAttribute("viewBox", box.join(" "));
      return;
    }
    const start = performance.now();
    const step = (time) => {
      const part = Math.min(1, Math.max(0, (time - start) / MOVING));
      const eased = part * (2 - part);
      this.svg.setAttribute("viewBox", box.map((value, i) => from[i] + (value - from[i]) * eased).join(" "));
      if (part < 1) this.zooming = requestAnimationFrame(step);
    };
    this.zooming = requestAnimationFrame(step);
  }

  showGradients(gradients) {
    const written = JSON.stringify(gradients);
    if (written === this.gradients) return;
    this.gradients = written;
    this.defs.replaceChildren(
      ...gradients.map(({ id, stops, x1, y1, x2, y2 }) =>
        element(
          "linearGradient",
          { id: this.prefix + id, x1, y1, x2, y2 },
          ...stops.map(([offset, colour]) => element("stop", { offset, "stop-color": colour })),
        ),
      ),
    );
  }

  dropGone(ids, moves) {
    for (const [id, { node }] of this.things) {
      if (ids.has(id)) continue;
      this.things.delete(id);
      if (!moves) {
        node.remove();
        continue;
      }
      node.dataset.gone = "1";
      delete node.dataset.id;
      node.setAttribute("pointer-events", "none");
      node.setAttribute("aria-hidden", "true");
      node.removeAttribute("tabindex");
      node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADING, fill: "forwards" }).onfinish = () =>
        node.remove();
    }
  }

  showItem([id, x, y, words, shapes], moves, rolled) {
    let thing = this.things.get(id);
    if (!thing) {
      const body = element("g");
      thing = { id, x, y, words: "", node: element("g", { "data-id": id }, body), body, shapes: null };
      this.things.set(id, thing);
      place(thing.node, x, y);
      if (moves) thing.node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADING });
    } else if (thing.x !== x || thing.y !== y) {
      this.put(thing, x, y, moves);
    }
    if (thing.shapes !== shapes && JSON.stringify(thing.shapes) !== JSON.stringify(shapes)) {
      if (moves && rolled && thing.shapes && tumbles(shapes)) tumble(thing);
      thing.body.replaceChildren(...shapes.map((shape) => this.shape(shape)));
    }
    thing.shapes = shapes;
    name(thing, words);
    return thing;
  }

  shape([tag, attributes, text]) {
    const made = document.createElementNS(SVG, TAGS.has(tag) ? tag : "g");
    for (const [key, value] of Object.entries(attributes)) {
      const paint = typeof value === "string" ? value.replace(/^url\(#/, `url(#${this.prefix}`) : value;
      made.setAttribute(key.replaceAll("_", "-"), paint);
    }
    if (text) made.textContent = text;
    return made;
  }

  /** Move a thing; also before a scene has it there: the next scene puts right what was wrong. */
  put(thing, x, y, moves = this.moves) {
    if (moves) slide(thing, x, y);
    place(thing.node, x, y);
    Object.assign(thing, { x, y });
  }

  /** Where a thing is and how large, in the units of the scene. */
  bounds(id) {
    const thing = this.things.get(id);
    if (!thing) return null;
    const { x, y, width, height } = thing.body.getBBox();
    return { x: thing.x + x, y: thing.y + y, width, height };
  }
}

function place(node, x, y) {
  node.setAttribute("transform", `translate(${x} ${y})`);
}

function slide(thing, x, y) {
  const frames = [{ transform: `translate(${thing.x}px, ${thing.y}px)` }, { transform: `translate(${x}px, ${y}px)` }];
  thing.node.animate(frames, { duration: MOVING, easing: "cubic-bezier(0.3, 0, 0.2, 1)" });
}

/** A die has a body and marks, but no writing. */
function tumbles(shapes) {
  return shapes.length > 1 && shapes.every(([tag]) => tag !== "text" && tag !== "line");
}

function tumble({ body }) {
  const turns = [0, -24, 18, -9, 4, 0];
  const frames = turns.map((turn) => ({ transform: `rotate(${turn}deg)` }));
  body.animate(frames, { duration: ROLLING, easing: "ease-out" });
}

/** What has no words is decoration: neither read out nor touched. */
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
