// Courses: several actions of a seat, of which the scene tells the next each time. Who has chosen one need touch nothing more: the page
// goes on by it, from scene to scene, until it ends, is refused or is stopped.

/** @import { Board } from "./board.js" */
/** @import { Control, Scene } from "./wire.js" */

import { button, make } from "./dom.js";
import { t } from "./language.js";
import { lasting } from "./motion.js";

/** So long what was done is seen before the next is. */
const PAUSE = 260;

export class Courses {
  /** @param {HTMLElement} host @param {Board} board @param {(action: string) => void} act */
  constructor(host, board, act) {
    this.host = host;
    this.board = board;
    this.act = act;
    /** The course that each seat of this device follows; null: it would rather do it by hand. @type {Map<number, string | null>} */
    this.chosen = new Map();
    /** What the courses are called, also while the others play and none is offered. @type {Map<string, string>} */
    this.names = new Map();
    this.drawn = "";
    /** @type {number | null} */
    this.seat = null;
  }

  get isFollowed() {
    return this.seat !== null && Boolean(this.chosen.get(this.seat));
  }

  /** Go on, and show what is offered. @param {Scene} scene @param {number | null} seat that plays here now */
  show(scene, seat) {
    this.seat = seat;
    this.follow(scene, seat);
    const offered = (scene.controls ?? []).filter(({ kind }) => kind === "course");
    for (const { choices } of offered) for (const { id, words } of choices) this.names.set(id, words);
    const chosen = seat !== null && this.chosen.has(seat) && [this.chosen.get(seat)];
    const drawn = JSON.stringify([seat, chosen, offered]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.host.replaceChildren(...(this.isFollowed ? [this.stopping()] : offered.map((one) => this.offer(one))));
    this.host.hidden = !this.host.childElementCount;
  }

  /** @param {Scene} scene @param {number | null} seat */
  follow(scene, seat) {
    clearTimeout(this.next);
    const course = seat === null ? null : this.chosen.get(seat);
    if (seat === null || !course || !Object.keys(scene.touches).length) return;
    const action = scene.courses?.[course];
    if (!action) return void this.chosen.delete(seat);
    this.next = setTimeout(() => this.board.scene === scene && !this.board.isSent && this.act(action), lasting(PAUSE));
  }

  /** Says whether there was anything to stop. */
  stop() {
    clearTimeout(this.next);
    if (!this.isFollowed) return false;
    this.choose(null);
    return true;
  }

  /** Who touches the board does it by hand. Says whether there was anything to stop. */
  touched() {
    if (this.stop()) return true;
    if (this.host.querySelector(".course")) this.choose(null);
    return false;
  }

  /** @param {string | null} course */
  choose(course) {
    if (this.seat === null) return;
    this.chosen.set(this.seat, course);
    if (this.board.scene) this.show(this.board.scene, this.seat);
  }

  stopping() {
    const name = this.names.get(this.chosen.get(this.seat ?? -1) ?? "") ?? "";
    const stop = button(t("course.stop"), () => this.stop(), "button--small");
    return make("div", { class: "row course-on", role: "status" }, make("b", { class: "grow" }, name), stop);
  }

  /** @param {Control} control */
  offer({ words, choices }) {
    if (this.seat !== null && this.chosen.get(this.seat) === null) {
      return button(words, () => this.again(), "button--small button--quiet");
    }
    const offered = choices.map(({ id, words, note = "", symbol = "" }) =>
      make(
        "button",
        { type: "button", class: "course", "data-course": id, onclick: () => this.choose(id) },
        symbol ? this.board.picture.symbol(symbol, "course-symbol") : null,
        make("span", {}, make("b", {}, words), make("span", { class: "control-note" }, note)),
      ),
    );
    const byHand = button(t("course.byHand"), () => this.choose(null), "button--small button--quiet");
    return make("fieldset", { class: "control" }, make("legend", {}, words), ...offered, byHand);
  }

  /** Offer them again. */
  again() {
    if (this.seat !== null) this.chosen.delete(this.seat);
    if (this.board.scene) this.show(this.board.scene, this.seat);
  }
}
