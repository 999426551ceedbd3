// What can be touched next. An action is a sequence of things to touch; no sequence is the beginning of another.

/** @import { Touches } from "./wire.js" */

export class Touching {
  /** @param {Touches} touches for each action the ids to touch */
  constructor(touches) {
    this.touches = Object.entries(touches);
    /** What has been touched so far. @type {string[]} */
    this.chosen = [];
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
    this.chosen = this.after(id) ?? this.chosen;
    return this.done();
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

  back() {
    this.chosen = this.chosen.slice(0, -1);
  }

  /** Everything that has a part in an action, with the step at which it is touched first. */
  steps() {
    /** @type {Map<string, number>} */
    const steps = new Map();
    for (const [, ids] of this.touches) ids.forEach((id, i) => steps.set(id, Math.min(i, steps.get(id) ?? i)));
    return steps;
  }
}
