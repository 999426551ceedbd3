// While the table is open: free chairs, invitations, bots, and sitting down. Who comes to sit down is told first what to.

/** @import { Game, Settled, Wanted } from "./wire.js" */
/** @import { IconName } from "./icons.js" */
/** @import { People } from "./result.js" */
/** @import { Visitor } from "./table.js" */
/** @import { Chair, View } from "./view.js" */

import { button, linkBox, make } from "./dom.js";
import { forgetKey, invitation, keysOf } from "./invitations.js";
import { icon } from "./icons.js";
import { list, t } from "./language.js";
import { levelSelect } from "./levels.js";
import { givenName, keepName } from "./name.js";
import * as server from "./server.js";

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
    /** What is played here. @type {{ game: Game, settled: Settled } | null} */
    this.about = null;
    /** Whether who was invited would rather see the table first. */
    this.looks = false;
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
    const mayCome = isOpen && !this.looks && this.isForOneWhoComes(visitor);
    document.body.toggleAttribute("data-invited", mayCome);
    if (!isOpen) return;
    const { table, people, mine, isHost, welcome } = visitor;
    for (const [seat, { who }] of view.chairs.entries()) if (who) forgetKey(table, seat);
    const chairs = view.chairs.map(({ who, name }) => [who, name]);
    const drawn = JSON.stringify([chairs, mine, isHost, welcome, keysOf(table), this.invited, mayCome]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.note.hidden = true;
    const free = [...view.chairs.entries()].filter(([, { who }]) => !who);
    if (mayCome && this.about) {
      const mine = free.filter(([seat]) => this.isForMe(seat, visitor));
      const chairs = mine.map(([seat, chair]) => this.freeChair(chair, seat, visitor));
      const look = button(t("seating.look"), () => this.look(view, visitor), "button--quiet button--small");
      this.host.replaceChildren(...invitationCard(view, this.about, people, [this.note, ...chairs, look]));
      return;
    }
    if (!free.length) {
      this.host.replaceChildren(make("h2", {}, t("seating.begins")), make("p", { class: "soft" }, t("seating.draws")));
      return;
    }
    this.host.replaceChildren(
      make("h2", {}, t("seating.title")),
      make("p", { class: "soft" }, t("seating.waits", { n: free.length })),
      this.note,
      ...free.map(([seat, chair]) => this.freeChair(chair, seat, visitor)),
      ...mine.map((seat) => this.leaveButton(seat, people.seat(seat))),
    );
  }

  /** The table itself, with its free chairs. @param {View} view @param {Visitor} visitor */
  look(view, visitor) {
    this.looks = true;
    this.show(view, visitor);
  }

  /** Whether somebody who has no part in this table yet can sit down. @param {Visitor} visitor */
  isForOneWhoComes({ mine, isHost, welcome }) {
    return !mine.length && !isHost && (this.invited !== null || welcome.length > 0);
  }

  /** @param {number} seat @param {Visitor} visitor */
  isForMe(seat, { welcome }) {
    return this.invited?.seat === seat || welcome.includes(seat);
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
    const isForMe = this.isForMe(seat, visitor);
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

/** Who invites, to what, for how long. @param {View} view @param {{ game: Game, settled: Settled }} about @param {People} people @param {HTMLElement[]} ways in */
function invitationCard({ chairs }, { game, settled }, people, ways) {
  // "A guest invites you" says nothing of who it is.
  const isNamed = (/** @type {number} */ seat) =>
    chairs[seat].who === "person" && chairs[seat].name !== t("home.guest");
  const hosts = [...chairs.keys()].filter(isNamed).map(people.person);
  const title = hosts.length ? t("seating.invites", { n: hosts.length, names: list(hosts) }) : t("seating.invited");
  const [least, most] = game.modes.find(({ title }) => title === settled.mode)?.minutes ?? game.minutes;
  const facts = [
    ...(settled.mode && settled.mode !== game.title ? [settled.mode] : []),
    // What was chosen may be how many play: that is not said twice.
    ...(settled.told.length ? settled.told : [t("home.players", { n: chairs.length })]),
    t("home.minutes", { least, most }),
  ];
  return [
    make("img", { class: "invitation-picture", src: server.pictureOf(game.name), alt: "" }),
    make(
      "div",
      { class: "invitation stack" },
      make("p", { class: "invitation-title title" }, title),
      make("h2", {}, game.title),
      make("p", { class: "soft" }, facts.join(" · ")),
      make("p", {}, game.summary),
      make("p", { class: "row" }, game.lessons && way("learn", game, "cap"), way("rules", game, "book")),
      ...ways,
    ),
  ];
}

/** To another page, beside this one: the invitation is not lost. @param {"learn" | "rules"} page @param {Game} game @param {IconName} picture */
function way(page, game, picture) {
  const where = { class: "button", href: `/${page}/${game.name}`, target: "_blank", rel: "noopener" };
  return make("a", where, icon(picture), t(`seating.${page}`));
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
  const box = linkBox(link, {
    label,
    copy: t("do.copy"),
    copied: t("do.copied"),
    share: t("seating.share"),
    shareText: t("seating.shareText"),
  });
  return make("div", { class: "stack" }, box, codeOf(link));
}

/** The link for a phone's camera, drawn when somebody wants to see it. @param {string} link */
function codeOf(link) {
  const picture = make("img", { class: "code", alt: t("seating.codeWords"), width: 184, height: 184 });
  const fold = make("details", { class: "more" }, make("summary", {}, t("seating.code")), picture);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || picture.src) return;
    const code = await server.codeOf(link).catch(() => null);
    if (code) picture.src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    else fold.remove(); // the link itself is there
  });
  return fold;
}
