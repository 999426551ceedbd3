// Moments: how something came about, in a few beats, on the board itself; the headline says what is seen. They can be skipped, and seen again.

/** @import { Beat, Scene } from "./wire.js" */

import { liking } from "./likes.js";
import { shownFor } from "./motion.js";

/** @typedef {object} Stage where moments are shown
 * @property {SVGSVGElement} svg
 * @property {(scene: Scene) => void} stage show what is only to be seen
 */

export class Moments {
  /** @param {HTMLElement} host the button with which one goes on at once @param {Stage} board
   * @param {{ headline: HTMLElement, said: (words: string) => void, ended: () => void }} on
   */
  constructor(host, board, on) {
    this.host = host;
    this.board = board;
    this.on = on;
    /** The last that was shown, or need not be. */
    this.seen = "";
    /** The scene whose moment is shown; null: none is. @type {Scene | null} */
    this.scene = null;
    /** @type {Beat[]} */
    this.beats = [];
    this.at = 0;
    host.addEventListener("click", () => this.skip());
    // Whoever touches the board has seen enough.
    board.svg.addEventListener("pointerdown", () => this.skip(), true);
  }

  get isOn() {
    return this.scene !== null;
  }

  /** Show how a scene came about, unless it has been seen; says whether it is shown. @param {Scene} scene */
  begin(scene) {
    const { moment } = scene;
    if (!moment || moment.id === this.seen) return false;
    this.seen = moment.id;
    // Whoever wants nothing to move sees at once what has come of it, and can still have it shown.
    if (liking("speed") === "off") return false;
    this.play(scene);
    return true;
  }

  /** What has happened before somebody came need not be shown. @param {Scene} scene */
  know({ moment }) {
    if (moment) this.seen = moment.id;
  }

  /** @param {Scene} scene */
  play(scene) {
    clearTimeout(this.next);
    this.scene = scene;
    this.beats = scene.moment?.beats ?? [];
    this.at = 0;
    // On a phone, whoever has just chosen something below the board looks at that.
    this.board.svg.scrollIntoView({ block: "nearest" });
    this.on.headline.scrollIntoView({ block: "nearest" });
    this.step();
  }

  step() {
    const beat = this.beats[this.at++];
    if (!this.scene || !beat) return this.skip();
    this.board.stage(during(this.scene, beat));
    this.host.hidden = false;
    document.body.toggleAttribute("data-moment", true);
    this.on.said(beat.words);
    this.next = setTimeout(() => this.step(), shownFor(beat.milliseconds));
  }

  skip() {
    if (!this.scene) return;
    clearTimeout(this.next);
    this.scene = null;
    this.host.hidden = true;
    document.body.removeAttribute("data-moment");
    this.on.ended();
  }
}

/** The picture of a beat. @param {Scene} scene @param {Beat} beat @returns {Scene} */
export function during(scene, { items, gone }) {
  const changed = new Map(items.map((item) => [item.id, item]));
  const left = scene.items.filter(({ id }) => !gone.includes(id));
  const known = new Set(left.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id));
  return { ...scene, items: [...left.map((item) => changed.get(item.id) ?? item), ...added] };
}
