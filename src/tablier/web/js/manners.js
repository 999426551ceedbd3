// Who says what one would rather not read: not to be heard any more on this device, or to be reported to who runs the server.

/** @import { Muted } from "./muted.js" */
/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */

import { button, dialogActions, make, openDialog, reason } from "./dom.js";
import { t } from "./language.js";
import * as server from "./server.js";

const MOST = 1000;

export class Manners {
  /** @param {Muted} muted @param {() => void} changed somebody is heard again, or is not any more */
  constructor(muted, changed) {
    this.muted = muted;
    this.changed = changed;
    this.opener = button(t("manners.open"), () => this.open(), "button--small button--quiet manners");
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, visitor) {
    this.visitor = visitor;
    /** The people besides oneself. */
    this.others = [...view.chairs.keys()].filter(
      (seat) => view.chairs[seat].who === "person" && !visitor.mine.includes(seat),
    );
    this.opener.hidden = !this.others.length;
  }

  open() {
    openDialog(t("manners.title"), (dialog) => [
      make(
        "div",
        { class: "stack" },
        make("p", {}, t("manners.help")),
        make("ul", { class: "manners-list stack" }, ...(this.others ?? []).map((seat) => this.line(seat, dialog))),
      ),
      dialogActions(button(t("do.close"), () => dialog.close(), "button--main")),
    ]);
  }

  /** @param {number} seat @param {HTMLDialogElement} dialog */
  line(seat, dialog) {
    const name = this.visitor?.people.person(seat) ?? "";
    const mute = button("", () => {
      this.muted.set(seat, !this.muted.has(seat));
      showMuted();
      this.changed();
    });
    const showMuted = () => {
      const isMuted = this.muted.has(seat);
      mute.textContent = t(isMuted ? "manners.unmute" : "manners.mute");
      mute.setAttribute("aria-label", t(isMuted ? "manners.unmuteName" : "manners.muteName", { name }));
    };
    showMuted();
    const report = button(t("manners.report"), () => {
      dialog.close();
      this.report(seat, name);
    });
    report.setAttribute("aria-label", t("manners.reportName", { name }));
    return make("li", { class: "row" }, make("span", { class: "grow" }, name), mute, report);
  }

  /** @param {number} seat @param {string} name */
  report(seat, name) {
    const words = make("textarea", { class: "input", id: "report-words", maxlength: MOST, rows: 4 });
    const told = make("p", { class: "small", role: "status" });
    openDialog(t("manners.reportName", { name }), (dialog) => {
      const send = button(t("manners.send"), () => this.send(seat, words.value.trim(), told, send), "button--main");
      return [
        make(
          "div",
          { class: "stack" },
          make("p", {}, t("manners.reportHelp")),
          make("label", { for: "report-words" }, t("manners.reportWords")),
          words,
          told,
        ),
        dialogActions(
          button(t("do.close"), () => dialog.close()),
          send,
        ),
      ];
    });
  }

  /** @param {number} about @param {string} words @param {HTMLElement} told @param {HTMLButtonElement} button */
  async send(about, words, told, button) {
    if (!this.visitor) return;
    const { table, me, mine } = this.visitor;
    try {
      await server.report(table, me ?? mine[0] ?? null, { about, words });
      told.textContent = t("manners.sent");
      button.hidden = true;
    } catch (problem) {
      told.textContent = reason(problem);
    }
  }
}
