// Signs, which the whole table sees: those of every game, those that the game has besides, and those that point at something.

import { button, make, options } from "./dom.js";
import { t } from "./language.js";

const COMMON = ["yes", "no", "perhaps", "hello", "bravo", "thanks", "hurry", "wait", "laugh", "alas"];
const POINT = "point ";

/** @typedef {object} SignsListener
 * @property {(sign: string) => unknown} sign somebody makes one
 * @property {(pointers: Record<string, string[]> | null) => unknown} point the board is to be touched for one of these; null: not any more
 * @property {(id: string) => string} words of a thing on the board
 */

/** The thing on the board at which a sign points; null: at none. @param {string} sign */
export function pointedAt(sign) {
  return sign.startsWith(POINT) ? sign.slice(POINT.length) : null;
}

/** What one is seen to do who makes a sign; or what it is called. @param {string} sign @param {"gesture" | "sign"} table */
export function signWords(sign, table = "gesture") {
  const [word, ...rest] = (pointedAt(sign) ?? sign).split(" ");
  const what = rest.join(" ");
  return t(`${table}.${word}`, { what, n: what });
}

export class Signs {
  /** @param {SignsListener} on */
  constructor(on) {
    this.on = on;
    /** Whether the board is to be touched. */
    this.isPointing = false;
    /** Those that point. @type {string[]} */
    this.pointers = [];
    const common = make("div", { class: "signs", role: "group", "aria-label": t("talk.gestures") });
    common.append(...COMMON.map((sign) => this.button(sign)));
    this.own = make("div", { class: "signs", role: "group", "aria-label": t("talk.gesturesOwn") });
    this.toggle = button(t("talk.point"), () => this.point(!this.isPointing), "button--small");
    this.list = make("select", { class: "input", "aria-label": t("talk.pointAt") });
    this.form = make(
      "form",
      { class: "say-form", onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      this.list,
      make("button", { class: "button button--small" }, t("talk.pointDo")),
    );
    this.element = make("div", { class: "stack signs-form" }, common, this.own, this.toggle, this.form);
    /** What is shown of the game's own: buttons, and what one can point at. */
    this.drawn = ["", ""];
  }

  /** @param {string[]} own the game's own that can be made now */
  show(own) {
    this.pointers = own.filter((sign) => pointedAt(sign) !== null);
    const others = own.filter((sign) => pointedAt(sign) === null);
    /** @type {[string, string][]} */
    const things = this.pointers.map((sign) => [sign, this.on.words(pointedAt(sign) ?? "")]);
    const drawn = [JSON.stringify(others), JSON.stringify(things)];
    // What somebody has in hand is left alone unless there is something else to choose from.
    if (drawn[0] !== this.drawn[0]) this.own.replaceChildren(...others.map((sign) => this.button(sign)));
    if (drawn[1] !== this.drawn[1]) this.list.replaceChildren(...options(things, this.list.value));
    this.own.hidden = !others.length;
    this.toggle.hidden = this.form.hidden = !things.length;
    this.drawn = drawn;
    if (this.isPointing) this.point(things.length > 0);
  }

  /** @param {string} sign */
  button(sign) {
    const made = button(signWords(sign, "sign"), () => this.on.sign(sign), "button--small sign");
    made.title = signWords(sign);
    return made;
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.list.value) this.on.sign(this.list.value);
  }

  /** The board was touched for a sign; null: nobody wants to point any more. @param {string | null} sign */
  pointed(sign) {
    this.point(false);
    this.toggle.focus({ preventScroll: true });
    if (sign) this.on.sign(sign);
  }

  /** Let the board be touched for a sign; or for what is to be played, as always. @param {boolean} isPointing */
  point(isPointing) {
    this.isPointing = isPointing;
    this.toggle.setAttribute("aria-pressed", String(isPointing));
    const pointers = this.pointers.map((sign) => [sign, [pointedAt(sign) ?? ""]]);
    this.on.point(isPointing ? Object.fromEntries(pointers) : null);
  }
}
