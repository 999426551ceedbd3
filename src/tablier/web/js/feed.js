// A connection to a table, and what was told over it.

/** @import { EventsMessage, Now, Order, Presence, Told } from "./wire.js" */
/** @import { Refused } from "./server.js" */

import { Socket } from "./socket.js";
import { View } from "./view.js";

/** @typedef {object} News
 * @property {Told[]} events
 * @property {boolean} isFirst whether this is the first message of a connection
 * @property {boolean} isFresh whether we are before another choice than before
 * @property {boolean} hasRolled whether dice were rolled
 * @property {Order[]} revealed what was played at the same time, in secret until now; nothing: nothing was revealed
 * @property {Now | null} before how things stood
 */

/** @typedef {object} FeedListener
 * @property {(feed: Feed, news: News) => void} changed after each message
 * @property {() => void} lost
 * @property {() => void} back
 * @property {(feed: Feed, problem: Refused) => void} refused for good
 */

/** One audience of a table: a seat, or null to watch. */
export class Feed {
  /** @param {string} table @param {number | null} seat @param {FeedListener} on */
  constructor(table, seat, on) {
    this.seat = seat;
    this.on = on;
    /** Null: nothing was told yet. @type {View | null} */
    this.view = null;
    this.socket = new Socket(table, seat, {
      events: (message, how) => this.take(message, how),
      presence: (message) => this.notePresence(message),
      lost: on.lost,
      back: on.back,
      refused: (problem) => on.refused(this, problem),
    });
  }

  /** @param {EventsMessage} message @param {{ isFirst: boolean, anew: boolean }} how */
  take({ events, now }, { isFirst, anew }) {
    if (anew) this.view = null;
    const before = this.view?.now ?? null;
    const view = (this.view ??= beginning(this.seat, events, now));
    for (const event of events) view.apply(event);
    view.setNow(now);
    const isFresh = before?.since !== now.since;
    const acted = events.filter((event) => event.kind === "acted");
    const hasRolled = acted.some(({ chance }) => chance === "roll");
    const revealed = acted.flatMap(({ seat, action, revealed }) => (revealed ? [...revealed, { seat, action }] : []));
    this.on.changed(this, { events, isFirst, isFresh, hasRolled, revealed, before });
  }

  /** @param {Presence} presence */
  notePresence({ here, clock }) {
    if (!this.view) return;
    const before = this.view.now;
    this.view.setNow({ ...before, here, ...(clock && { clock }) });
    this.on.changed(this, { events: [], isFirst: false, isFresh: false, hasRolled: false, revealed: [], before });
  }
}

/** The first that anybody is told is that a table was opened. @param {number | null} seat @param {Told[]} events @param {Now} now */
function beginning(seat, [opened], now) {
  if (opened?.kind !== "opened") throw new Error("a table begins by being opened");
  return new View(seat, opened, now);
}
