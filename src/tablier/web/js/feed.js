// What one audience of a table has been told: a seat, or null to watch.

import { Socket } from "./net.js";

export class Feed {
  /** `on.changed(feed, news)` after each message; news: {events, isFirst, isFresh, hasRolled, hasRevealed, before}. Also on.lost, on.back, on.refused. */
  constructor(table, seat, on) {
    this.table = table;
    this.seat = seat;
    this.on = on;
    this.forget();
    this.socket = new Socket(table, seat, {
      events: (message, how) => this.take(message, how),
      presence: ({ here, clock }) => this.notePresence(here, clock),
      lost: () => on.lost(this),
      back: () => on.back(this),
      refused: (problem) => on.refused(this, problem),
    });
  }

  forget() {
    this.opened = null;
    /** @type {{place: object, who: string|null, name: string, level: number, standIn: number, entropy: string}[]} */
    this.chairs = [];
    this.seal = "";
    /** @type {{seat: number, action: string, line?: string}[]} everything played, nature's actions (seat -1) too */
    this.acts = [];
    /** What else is told, with the number of acts before it. @type {{at: number, kind: string}[]} */
    this.remarks = [];
    this.messages = [];
    this.ended = null;
    this.followed = "";
    this.now = null;
    /** Seats that were to act at the same time in this turn. */
    this.together = [];
  }

  take(message, how) {
    if (how.anew) this.forget();
    const before = this.now;
    for (const event of message.events) this.apply(event);
    this.setNow(message.now);
    const { events } = message;
    const news = { events, isFirst: how.isFirst, isFresh: this.isFresh(events, before), before };
    news.hasRolled = events.some((event) => event.kind === "acted" && event.seat < 0);
    news.hasRevealed = this.together.length > 1 && events.some((event) => event.line !== undefined);
    this.noteTogether(events, message.now.pending);
    this.on.changed(this, news);
  }

  /** Whether we are before another choice than before. What others write at the same time leaves us ours. */
  isFresh(events, before) {
    const touches = (now) => JSON.stringify(now?.scene?.touches ?? {});
    return (
      events.some(({ kind, seat }) => kind === "taken-back" || (kind === "acted" && seat === this.seat)) ||
      touches(before) !== touches(this.now)
    );
  }

  setNow(now) {
    this.now = now;
    this.at = performance.now();
  }

  notePresence(here, clock) {
    if (!this.now) return;
    this.setNow({ ...this.now, here, ...(clock && { clock }) });
    this.on.changed(this, { events: [], isFirst: false, isFresh: false, before: this.now });
  }

  noteTogether(events, pending) {
    if (events.some((event) => event.line !== undefined || event.kind === "taken-back")) this.together = [];
    // Who comes in late has not seen them all asked, but sees that something was played in secret.
    const secret = this.acts
      .slice(this.acts.findLastIndex((act) => act.line !== undefined) + 1)
      .filter((act) => act.action === "?");
    if (pending.length > 1 || secret.length) {
      this.together = [...new Set([...this.together, ...pending, ...secret.map((act) => act.seat)])];
    }
  }

  apply(event) {
    APPLY[event.kind]?.(this, event);
  }

  /** How many turns are finished. */
  get turns() {
    return this.acts.filter((act) => act.line !== undefined).length;
  }

  get isPending() {
    return this.seat !== null && this.now?.pending.includes(this.seat);
  }
}

const remark = (feed, event) => feed.remarks.push({ at: feed.acts.length, ...event });

const APPLY = {
  opened(feed, event) {
    feed.opened = event;
    feed.chairs = event.places.map((place) => emptyChair(place));
  },
  sat(feed, event) {
    Object.assign(feed.chairs[event.seat], {
      who: event.who,
      name: event.name,
      level: event.level,
      entropy: event.entropy,
    });
    remark(feed, { ...event, name: event.name });
  },
  left(feed, event) {
    remark(feed, { ...event, name: feed.chairs[event.seat].name });
    feed.chairs[event.seat] = emptyChair(feed.chairs[event.seat].place);
  },
  began(feed, event) {
    feed.seal = event.seal;
    remark(feed, event);
  },
  acted(feed, { seat, action, line }) {
    feed.acts.push({ seat, action, line });
  },
  said(feed, event) {
    feed.messages.push({ ...event, turns: feed.turns });
  },
  asked: remark,
  answered: remark,
  "taken-back"(feed, event) {
    feed.acts.length = Math.min(feed.acts.length, event.actions);
    feed.remarks = feed.remarks.map((one) => ({ ...one, at: Math.min(one.at, feed.acts.length) }));
    remark(feed, event);
  },
  replaced(feed, event) {
    feed.chairs[event.seat].standIn = event.level;
    remark(feed, event);
  },
  returned(feed, event) {
    feed.chairs[event.seat].standIn = 0;
    remark(feed, event);
  },
  ended(feed, event) {
    feed.ended = event;
  },
  followed(feed, event) {
    feed.followed = event.table;
  },
};

function emptyChair(place) {
  return { place, who: null, name: "", level: 0, standIn: 0, entropy: "" };
}
