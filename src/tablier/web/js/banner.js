// The moment at which a game ends, on the board itself: who won, by what, and what comes next.

/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */

import { button, make } from "./dom.js";
import { t } from "./language.js";
import { earlyEndWords, resultWords, winnersOf } from "./result.js";
import { replayOf } from "./server.js";

export class Banner {
  /** @param {HTMLElement} host @param {{ again: () => unknown }} on somebody would like another game */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.isClosed = false;
    /** What is shown, so that it is drawn only when it changes. */
    this.drawn = "";
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, { mine, me, people, table }) {
    const { ended, followed } = view;
    this.host.hidden = !ended || this.isClosed;
    const drawn = JSON.stringify([followed, mine]);
    if (!ended || this.isClosed || drawn === this.drawn) return;
    const isFirst = !this.drawn;
    this.drawn = drawn;
    const isWon = winnersOf(ended.shares).some((seat) => mine.includes(seat));
    const again =
      mine.length > 0 && button(t(followed ? "end.follow" : "end.again"), () => this.on.again(), "button--main");
    const close = button("×", () => this.close(), "banner-close");
    close.setAttribute("aria-label", t("do.close"));
    this.host.replaceChildren(
      make(
        "div",
        { class: `banner-card${isWon ? " banner-card--won" : ""}`, role: "group", "aria-label": t("end.region") },
        make("p", { class: "banner-result" }, resultWords(ended.shares, people, mine)),
        make("p", {}, earlyEndWords(ended, people) || lastWords(view)),
        make(
          "div",
          { class: "row" },
          again,
          make("a", { class: "button", href: replayOf(table, me ?? mine[0]) }, t("end.look")),
        ),
        close,
      ),
    );
    if (isFirst) this.host.scrollIntoView({ block: "nearest" });
  }

  /** The board is to be seen. */
  close() {
    this.isClosed = this.host.hidden = true;
  }
}

/** What ended the game, as the story tells it. @param {View} view */
function lastWords({ acts, now }) {
  return acts.findLast(({ words }) => words)?.words ?? now.scene.status;
}
