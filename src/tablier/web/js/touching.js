// What can be touched next. An action is a sequence of things to touch; no sequence is the beginning of another.
//
// Some of them are choices of controls, beside the board. Those are made in any order: what was wanted of a control is kept until
// its turn comes in the sequence, and when something before it changes.

/** @import { Control, Touches } from "./wire.js" */

export class Touching {
  /** @param {Touches} touches for each action the ids to touch @param {Control[]} controls */
  constructor(touches, controls = []) {
    this.touches = Object.entries(touches);
    this.controls = controls;
    this.controlOf = new Map(controls.flatMap((control) => control.choices.map(({ id }) => [id, control])));
    /** What was wanted of controls, by their ids. @type {Map<string, string>} */
    this.wanted = new Map();
    /** What has been touched so far. @type {string[]} */
    this.chosen = [];
    this.fill(false);
  }

  /** Go on from what had been touched, as far as that is still possible. @param {Touching} before */
  resume({ chosen, wanted }) {
    this.wanted = wanted;
    this.chosen = this.begun(chosen).length ? chosen : [];
    this.fill(false);
  }

  /** Whether anything was touched that can be taken back. */
  get hasBegun() {
    return this.wanted.size > 0 || this.chosen.some((id) => !this.controlOf.has(id));
  }

  get isPossible() {
    return this.touches.length > 0;
  }

  /** The actions that begin like this. */
  begun(chosen = this.chosen) {
    return this.touches.filter(([, ids]) => chosen.every((id, i) => ids[i] === id));
  }

  /** What can follow what was chosen. */
  next(chosen = this.chosen) {
    const following = this.begun(chosen).map(([, ids]) => ids[chosen.length]);
    return new Set(following.filter((id) => id !== undefined));
  }

  /** Where touching a thing leads: to a longer beginning; or, where it cannot follow, to another one in which it takes the place
   * of what was chosen last, or before. Null: nowhere. @param {string} id
   */
  after(id) {
    for (let kept = this.chosen.length; kept >= 0; kept--) {
      const chosen = [...this.chosen.slice(0, kept), id];
      if (this.begun(chosen).length) return chosen;
    }
    return null;
  }

  /** Touch a thing; gives the action, if that is what was meant. @param {string} id */
  touch(id) {
    const control = this.controlOf.get(id);
    if (control && control.kind !== "confirm") this.wanted.set(control.id, id);
    this.chosen = this.after(id) ?? this.chosen;
    this.fill(true);
    return this.done();
  }

  /** Choose what needs no asking: what was wanted already, the only choice that there is, what is likely meant, a number to begin with.
   * @param {boolean} mayEnd whether an action may be meant by that
   */
  fill(mayEnd) {
    for (;;) {
      const id = this.obvious([...this.next()]);
      const isEnd = id !== null && this.next([...this.chosen, id]).size === 0;
      if (id === null || (isEnd && !(mayEnd && this.next().size === 1))) return;
      this.chosen = [...this.chosen, id];
    }
  }

  /** @param {string[]} next what can be touched */
  obvious(next) {
    const control = this.controlOf.get(next[0]);
    if (!control || control.kind === "confirm" || next.some((id) => this.controlOf.get(id) !== control)) return null;
    const wanted = this.wanted.get(control.id);
    if (wanted && next.includes(wanted)) return wanted;
    const preset = control.presets?.find((id) => next.includes(id));
    if (preset) return preset;
    if (next.length > 1 && control.kind !== "number") return null;
    return control.choices.find(({ id }) => next.includes(id))?.id ?? null;
  }

  /** The controls that have a part in what is being chosen. */
  open() {
    const next = [...this.next()];
    const isBeside = next.every((id) => this.controlOf.has(id));
    const coming = isBeside ? this.begun().flatMap(([, ids]) => ids.slice(this.chosen.length)) : next;
    const ids = new Set([...this.chosen, ...coming]);
    return this.controls.filter(({ choices }) => choices.some(({ id }) => ids.has(id)));
  }

  /** The choices of a control that can be made, now or once its turn comes. @param {Control} control */
  possible(control) {
    const at = this.chosen.findIndex((id) => this.controlOf.get(id) === control);
    const before = at < 0 ? this.chosen : this.chosen.slice(0, at);
    const coming = new Set(this.begun(before).flatMap(([, ids]) => ids.slice(before.length)));
    return control.choices.filter(({ id }) => coming.has(id));
  }

  done() {
    return this.begun().find(([, ids]) => ids.length === this.chosen.length && ids.length > 0)?.[0] ?? null;
  }

  /** From what was chosen straight to an end; only where just one action is meant. @param {string} last */
  finish(last) {
    const meant = this.begun().filter(([, ids]) => ids.at(-1) === last);
    if (meant.length !== 1) return null;
    const [[action, ids]] = meant;
    this.chosen = [...ids];
    return action;
  }

  /** Take back the last thing that was touched on the board, and what was then chosen beside it. */
  back() {
    const last = this.chosen.findLastIndex((id) => !this.controlOf.has(id));
    this.chosen = this.chosen.slice(0, Math.max(last, 0));
    this.wanted.clear();
    this.fill(false);
  }

  /** Words with what is chosen of controls in them: "Seal {stake} to the {direction}". @param {string} words */
  filled(words, chosen = this.chosen) {
    return words.replace(/\{([\w-]+)\}/g, (_, name) => {
      const control = this.controls.find(({ id }) => id === name);
      return control?.choices.find(({ id }) => chosen.includes(id))?.words ?? "…";
    });
  }

  /** What is to be seen of what is chosen. */
  shown() {
    const choices = this.controls.flatMap((control) => control.choices);
    const items = choices.flatMap(({ id, shows }) => (shows && this.chosen.includes(id) ? [shows] : []));
    return items.map(({ shapes, ...item }) => ({
      ...item,
      shapes: shapes.map(
        ([tag, attributes, text]) =>
          /** @type {import("./wire.js").Shape} */ ([tag, attributes, text && this.filled(text)]),
      ),
    }));
  }

  /** What an action is called: by the button that says all of it, or by all that is touched for it. @param {string[]} ids
   * @param {(id: string) => string} called what a thing on the board is called
   */
  words(ids, called) {
    const words = ids.map((id) => this.controlOf.get(id)?.choices.find((one) => one.id === id)?.words ?? called(id));
    const whole = words.find((one) => one.includes("{"));
    return whole ? [this.filled(whole, ids)] : words;
  }

  /** Everything that has a part in an action, with the step at which it is touched first. */
  steps() {
    /** @type {Map<string, number>} */
    const steps = new Map();
    for (const [, ids] of this.touches) ids.forEach((id, i) => steps.set(id, Math.min(i, steps.get(id) ?? i)));
    return steps;
  }
}
