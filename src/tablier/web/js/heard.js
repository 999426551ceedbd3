// What was just said, beside the board, for who does not have the talk open: the last words of this turn, and offers to answer.

/** @import { Talk } from "./talk.js" */
/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */

import { canAnswer } from "./talk.js";

/** How much of what needs no answer. */
const MOST = 2;

export class Heard {
  /** @param {HTMLElement} host a list @param {Talk} talk */
  constructor(host, talk) {
    this.host = host;
    this.talk = talk;
    /** What is shown, so that it is drawn, and read aloud, only when it changes. */
    this.drawn = "";
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, visitor) {
    const { me } = visitor;
    const now = this.talk
      .heard(view.messages)
      .filter(({ by, turns, message }) => by !== me && turns === view.turns && message !== "gesture");
    const open = now.filter((message) => canAnswer(message, view, me));
    const shown = now.filter((message) => open.includes(message) || now.indexOf(message) >= now.length - MOST);
    const isHidden = !this.talk.host.hidden || view.now.status !== "playing" || !shown.length;
    this.host.hidden = isHidden;
    const drawn = JSON.stringify([isHidden, me, shown, open.length]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.host.replaceChildren(...(isHidden ? [] : shown.map((message) => this.talk.entry(message, view, visitor))));
  }
}
