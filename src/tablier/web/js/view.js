// What one audience of a table knows: everything that it was told, folded.

/** @import { Acted, Ended, Followed, Gave, Now, Opened, Place, Said, TableEvent, Who } from "./wire.js" */

/** @typedef {{ place: Place, who: Who | null, name: string, level: number, standIn: number, pledge: string, entropy: string }} Chair `level` of a bot that
 *   sits there, `standIn` of one that plays on for a person */
/** @typedef {Omit<Acted, "kind">} Act */
/** @typedef {Exclude<TableEvent, Opened | Acted | Gave | Ended | Followed> & { at: number, name?: string }} Remark what else is told,
 *   with the number of acts before it; of what was said, signs, which speak of the board as it is then */
/** @typedef {Said & { turns: number }} Message with the number of turns before it */

export class View {
  /** @param {number | null} seat whose view it is; null: everybody's @param {Opened} opened @param {Now} now */
  constructor(seat, opened, now) {
    this.seat = seat;
    this.opened = opened;
    this.chairs = opened.places.map(emptyChair);
    this.seal = "";
    /** Everything played, chance's actions (seat -1) too. @type {Act[]} */
    this.acts = [];
    /** @type {Remark[]} */
    this.remarks = [];
    /** @type {Message[]} */
    this.messages = [];
    /** @type {Ended | null} */
    this.ended = null;
    /** The table of the rematch. */
    this.followed = "";
    this.now = now;
    /** When this was so. */
    this.at = performance.now();
  }

  /** @param {Now} now */
  setNow(now) {
    this.now = now;
    this.at = performance.now();
  }

  /** How many turns are finished. */
  get turns() {
    return this.acts.filter((act) => act.line !== undefined).length;
  }

  get isPending() {
    return this.seat !== null && this.now.pending.includes(this.seat);
  }

  /** Let it have happened. @param {TableEvent} event */
  apply(event) {
    const { chairs } = this;
    switch (event.kind) {
      case "opened":
        break;
      case "sat":
        Object.assign(chairs[event.seat], event);
        this.remark(event);
        break;
      case "gave":
        chairs[event.seat].entropy = event.entropy;
        break;
      case "left":
        this.remark({ ...event, name: chairs[event.seat].name });
        chairs[event.seat] = emptyChair(chairs[event.seat].place);
        break;
      case "began":
        this.seal = event.seal;
        this.remark(event);
        break;
      case "acted":
        this.acts.push(event);
        break;
      case "said":
        this.messages.push({ ...event, turns: this.turns });
        if (event.message === "gesture") this.remark(event);
        break;
      case "taken-back":
        this.takeBack(event.actions);
        this.remark(event);
        break;
      case "replaced":
      case "returned":
        chairs[event.seat].standIn = event.kind === "replaced" ? event.level : 0;
        this.remark(event);
        break;
      case "ended":
        this.ended = event;
        break;
      case "followed":
        this.followed = event.table;
        break;
      default:
        this.remark(event);
    }
  }

  /** @param {Omit<Remark, "at">} event */
  remark(event) {
    this.remarks.push(/** @type {Remark} */ ({ ...event, at: this.acts.length }));
  }

  /** @param {number} actions how many stand */
  takeBack(actions) {
    this.acts.length = Math.min(this.acts.length, actions);
    this.remarks = this.remarks.map((one) => ({ ...one, at: Math.min(one.at, actions) }));
  }
}

/** @param {Place} place @returns {Chair} */
function emptyChair(place) {
  return { place, who: null, name: "", level: 0, standIn: 0, pledge: "", entropy: "" };
}
