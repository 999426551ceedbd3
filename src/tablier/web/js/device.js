// The seats of this device, each with a connection of its own; where there are several, one more for what everybody may see.

/** @import { FeedListener } from "./feed.js" */
/** @import { View } from "./view.js" */

import { Feed } from "./feed.js";

export class Device {
  /** @param {string} table @param {FeedListener} on */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** By seat; null: everybody's. @type {Map<number | null, Feed>} */
    this.feeds = new Map();
    /** @type {number[]} */
    this.mine = [];
    /** The seat that plays here now; null: none. @type {number | null} */
    this.me = null;
    /** Whom the device is to be handed to; null: nobody. @type {number | null} */
    this.next = null;
    /** Who was asked last, of several. */
    this.last = -1;
  }

  /** Connect the seats that are mine now, and drop those that are no longer. @param {number[]} mine */
  connect(mine) {
    this.mine = mine = [...mine].sort((one, other) => one - other); // around the table, in whatever order they were taken
    if (this.me === null || !mine.includes(this.me)) this.me = mine.length === 1 ? mine[0] : null;
    const wanted = mine.length === 1 ? mine : [...mine, null];
    for (const feed of this.feeds.values()) if (!wanted.includes(feed.seat)) this.drop(feed);
    for (const seat of wanted) if (!this.feeds.has(seat)) this.feeds.set(seat, new Feed(this.table, seat, this.on));
  }

  /** @param {Feed} feed */
  drop(feed) {
    feed.socket.close();
    this.feeds.delete(feed.seat);
  }

  /** What is shown: the view of the seat that plays here now, or what everybody may see; null: nothing was told yet. */
  get view() {
    return (this.feeds.get(this.me) ?? this.feeds.get(null))?.view ?? null;
  }

  /** Who sits where; everybody is told the same. */
  get chairs() {
    return [...this.feeds.values()].find((feed) => feed.view)?.view?.chairs ?? [];
  }

  get isLost() {
    return [...this.feeds.values()].some((feed) => feed.socket.isLost);
  }

  /** The connection of a seat of mine; of the one that plays, or the first, where none is named. */
  socket(seat = this.me ?? this.mine[0]) {
    const feed = this.feeds.get(seat);
    if (!feed) throw new Error(`seat ${seat} is not at this device`);
    return feed.socket;
  }

  /** The views of all seats of mine; null: not all have been told something. @returns {View[] | null} */
  get views() {
    const views = this.mine.map((seat) => this.feeds.get(seat)?.view);
    return views.every((view) => view) ? /** @type {View[]} */ (views) : null;
  }

  /** Of several seats of mine, the one that is to act: who has the device, if that may be, and then the others around the table.
   * @param {View[]} views of them @param {boolean} isSecret whether a seat may see what the others must not: then the device is handed over
   */
  chooseSeat(views, isSecret) {
    // Each seat hears by a connection of its own: chosen before all have heard the same, the order would be that of the news.
    if (new Set(views.map(({ now }) => `${now.status} ${now.turn} ${now.pending}`)).size > 1) return;
    const { status } = views[0].now;
    if (status !== "playing") {
      this.me ??= isSecret && status !== "over" ? null : this.mine[0];
      this.next = null;
      return;
    }
    const asked = this.mine.filter((_, i) => views[i].isPending);
    const holder = this.next ?? this.me;
    if (!asked.length || (holder !== null && asked.includes(holder))) return;
    this.last = asked.find((seat) => seat > this.last) ?? asked[0];
    [this.me, this.next] = isSecret ? [null, this.last] : [this.last, null];
  }

  /** Somebody has the device now. @param {number} seat */
  take(seat) {
    this.me = seat;
    this.next = null;
  }
}
