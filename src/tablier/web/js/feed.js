// A connection to a table, and what was told over it.

/** @import { EventsMessage, Now, Presence, Told } from "./wire.js" */
/** @import { Refused } from "./server.js" */

import { Socket } from "./socket.js";
import { isEndOfTurn, View } from "./view.js";

/** @typedef {object} News
 * @property {Told[]} events
 * @property {boolean} isFirst whether this is the first message of a connection
 * @property {boolean} isFresh whether we are before another choice than before
 * @property {boolean} hasRolled whether chance has decided something
 * @property {boolean} hasRevealed whether what several seats played at the same time is known now
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
    const isFresh = isFreshChoice(this.seat, events, before, now);
    const hasRolled = events.some((event) => event.kind === "acted" && event.seat < 0);
    const hasRevealed = view.together.length > 1 && events.some(isEndOfTurn);
    view.noteTogether(events);
    this.on.changed(this, { events, isFirst, isFresh, hasRolled, hasRevealed, before });
  }

  /** @param {Presence} presence */
  notePresence({ here, clock }) {
    if (!this.view) return;
    const before = this.view.now;
    this.view.setNow({ ...before, here, ...(clock && { clock }) });
    this.on.changed(this, {
      events: [],
      isFirst: false,
      isFresh: false,
      hasRolled: false,
      hasRevealed: false,
      before,
    });
  }
}

/** The first that anybody is told is that a table was opened. @param {number | null} seat @param {Told[]} events @param {Now} now */
function beginning(seat, [opened], now) {
  if (opened?.kind !== "opened") throw new Error("a table begins by being opened");
  return new View(seat, opened, now);
}

/** Whether we are before another choice than before. What others write at the same time leaves us ours.
 * @param {number | null} seat @param {Told[]} events @param {Now | null} before @param {Now} now
 */
function isFreshChoice(seat, events, before, now) {
  const touches = (/** @type {Now | null} */ at) => JSON.stringify(at?.scene.touches ?? {});
  return (
    events.some((event) => event.kind === "taken-back" || (event.kind === "acted" && event.seat === seat)) ||
    touches(before) !== touches(now)
  );
}
