// While the table is open: free chairs, invitations, bots, and sitting down.

/** @import { Wanted } from "./wire.js" */
/** @import { Visitor } from "./table.js" */
/** @import { Chair, View } from "./view.js" */

import { button, linkBox, make } from "./dom.js";
import { forgetKey, invitation, keysOf } from "./invitations.js";
import { t } from "./language.js";
import { levelSelect } from "./levels.js";
import { givenName, keepName } from "./name.js";

/** @typedef {object} SeatingListener
 * @property {(seat: number, name: string, key: string) => unknown} sit
 * @property {(seat: number, level: number) => unknown} bot
 * @property {(seat: number) => unknown} invite
 * @property {(seat: number) => unknown} leave
 */

export class Seating {
  /** @param {HTMLElement} host @param {SeatingListener} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** From the link that led here. @type {{ seat: number, key: string } | null} */
    this.invited = null;
    this.note = make("p", { class: "note note--bad", hidden: true });
    /** What is shown, so that it is drawn only when it changes. */
    this.drawn = "";
  }

  /** Say why somebody could not sit down; until something changes. @param {string} words */
  refuse(words) {
    this.note.textContent = words;
    this.note.hidden = false;
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, visitor) {
    const isOpen = view.now.status === "open";
    this.host.hidden = !isOpen;
    if (!isOpen) return;
    const { table, people, mine, isHost, welcome } = visitor;
    for (const [seat, { who }] of view.chairs.entries()) if (who) forgetKey(table, seat);
    const chairs = view.chairs.map(({ who, name }) => [who, name]);
    const drawn = JSON.stringify([chairs, mine, isHost, welcome, keysOf(table), this.invited]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.note.hidden = true;
    const free = [...view.chairs.entries()].filter(([, { who }]) => !who);
    this.host.replaceChildren(
      make("h2", {}, t("seating.title")),
      make("p", { class: "soft" }, t("seating.waits", { n: free.length })),
      this.note,
      ...free.map(([seat, chair]) => this.freeChair(chair, seat, visitor)),
      ...mine.map((seat) => this.leaveButton(seat, people.seat(seat))),
    );
  }

  /** @param {number} seat @param {string} words of the seat */
  leaveButton(seat, words) {
    return button(`${t("seating.leave")} (${words})`, () => this.on.leave(seat), "button--small button--quiet");
  }

  /** @param {Chair} chair @param {number} seat @param {Visitor} visitor */
  freeChair(chair, seat, visitor) {
    const { who } = chair.place;
    const { isHost, table } = visitor;
    const words = visitor.people.seat(seat);
    const isForMe = this.invited?.seat === seat || visitor.welcome.includes(seat);
    return make(
      "section",
      { class: "free-chair stack" },
      make("h3", {}, words, " ", make("span", { class: "chip" }, forWhom(who, isForMe))),
      isForMe && this.sitForm(seat, words),
      isHost && !isForMe && who === "link" && this.invite(table, seat, words),
      isHost && who === "anyone" && links(`${location.origin}/t/${table}`, t("seating.tableLink")),
      isHost && this.botForm(seat),
    );
  }

  /** @param {number} seat @param {string} words of the seat */
  sitForm(seat, words) {
    const label = t("seating.name");
    const input = make("input", {
      class: "input",
      required: true,
      maxlength: 60,
      autocomplete: "nickname",
      "aria-label": label,
      placeholder: label,
      value: givenName(),
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      keepName(name);
      this.on.sit(seat, name, this.invited?.seat === seat ? this.invited.key : "");
    };
    const sit = make("button", { class: "button button--main" }, t("seating.sit", { seat: words }));
    return make("form", { class: "say-form", onsubmit: submit }, input, sit);
  }

  /** The link for a guest; a guest who got up again needs a new one. @param {string} table @param {number} seat @param {string} words */
  invite(table, seat, words) {
    const key = keysOf(table)[seat];
    if (!key) return button(t("seating.newLink"), () => this.on.invite(seat), "button--small");
    return make(
      "div",
      { class: "stack" },
      make("p", { class: "field-help" }, t("seating.inviteHelp", { seat: words })),
      links(invitation(table, seat, key), t("seating.link")),
    );
  }

  /** @param {number} seat */
  botForm(seat) {
    const level = levelSelect({ "aria-label": t("seating.level") });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.on.bot(seat, Number(level.value));
    };
    const add = make("button", { class: "button" }, t("seating.bot"));
    return make("form", { class: "say-form say-form--bot", onsubmit: submit }, level, add);
  }
}

/** For whom a chair is: anyone; or me, from an invitation or from the game before; or somebody else.
 * @param {Wanted} who @param {boolean} isForMe
 */
function forWhom(who, isForMe) {
  if (isForMe) return t(who === "anyone" ? "seating.anyone" : "seating.keptMe");
  return t(who === "me" ? "seating.keptHost" : "seating.kept");
}

/** @param {string} link @param {string} label */
export function links(link, label) {
  return linkBox(link, {
    label,
    copy: t("do.copy"),
    copied: t("do.copied"),
    share: t("seating.share"),
    shareText: t("seating.shareText"),
  });
}
