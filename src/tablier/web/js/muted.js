// Whom one would rather not hear at this table. It is kept on this device, and nobody is told.

/** @import { Said } from "./wire.js" */

import { TableMemory } from "./memory.js";

/** What somebody says who is not heard; offers are moves of the game, and stay. */
const WORDS = ["text", "phrase", "gesture"];

export class Muted {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {TableMemory<number[]>} */
    this.memory = new TableMemory("muted");
    this.seats = new Set(this.memory.of(table) ?? []);
  }

  /** @param {number} seat */
  has(seat) {
    return this.seats.has(seat);
  }

  /** @param {number} seat @param {boolean} isMuted */
  set(seat, isMuted) {
    if (isMuted) this.seats.add(seat);
    else this.seats.delete(seat);
    this.memory.keep(this.table, [...this.seats]);
  }

  /** Whether something that was said is heard here. @param {Pick<Said, "by" | "message">} said */
  hears({ by, message }) {
    return !this.has(by) || !WORDS.includes(message);
  }
}
