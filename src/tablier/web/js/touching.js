// What can be touched next. An action is a sequence of things to touch; no sequence is the beginning of another.

export class Touching {
  /** @param {Record<string, string[]>} touches for each action the ids to touch */
  constructor(touches) {
    this.touches = Object.entries(touches);
    /** @type {string[]} what has been touched so far */
    this.chosen = [];
  }

  get isPossible() {
    return this.touches.length > 0;
  }

  /** All that has a part in any action. */
  get all() {
    return new Set(this.touches.flatMap(([, ids]) => ids));
  }

  begun(chosen = this.chosen) {
    return this.touches.filter(([, ids]) => chosen.every((id, i) => ids[i] === id));
  }

  /** What can follow what was chosen. */
  next(chosen = this.chosen) {
    return new Set(
      this.begun(chosen)
        .map(([, ids]) => ids[chosen.length])
        .filter((id) => id !== undefined),
    );
  }

  /** Where touching a thing leads: to a longer beginning; or, where it cannot follow, to another one in which it takes the place
   * of what was chosen last, or before. Null: nowhere. */
  after(id) {
    for (let kept = this.chosen.length; kept >= 0; kept--) {
      const chosen = [...this.chosen.slice(0, kept), id];
      if (this.begun(chosen).length) return chosen;
    }
    return null;
  }

  /** Touch a thing; gives the action, if that is what was meant. */
  touch(id) {
    this.chosen = this.after(id) ?? this.chosen;
    return this.done();
  }

  done() {
    return this.begun().find(([, ids]) => ids.length === this.chosen.length && ids.length > 0)?.[0] ?? null;
  }

  /** From what was chosen straight to an end; only where just one action is meant. */
  finish(last) {
    const meant = this.begun().filter(([, ids]) => ids.at(-1) === last);
    if (meant.length !== 1) return null;
    this.chosen = [...meant[0][1]];
    return meant[0][0];
  }

  back() {
    this.chosen = this.chosen.slice(0, -1);
  }

  clear() {
    this.chosen = [];
  }
}
