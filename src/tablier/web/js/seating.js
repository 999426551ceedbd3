// While the table is open: free chairs, invitations, bots, and sitting down.

import { button, linkBox, make } from "./dom.js";
import { t } from "./language.js";
import { level as usualLevel, levelName, LEVELS } from "./levels.js";
import { forgetKey, invitation, keysOf, recall, remember } from "./net.js";

export class Seating {
  /** `on.sit(seat, name, key)`, `on.bot(seat, level)`, `on.invite(seat)`, `on.leave(seat)`; `invited`: {seat, key} from the link that led here. */
  constructor(host, table, on) {
    this.host = host;
    this.table = table;
    this.on = on;
    this.invited = null;
    this.note = make("p", { class: "note note--bad", hidden: true });
  }

  /** Say why somebody could not sit down; until something changes. */
  refuse(words) {
    this.note.textContent = words;
    this.note.hidden = false;
  }

  /** `host`: whether I opened the table; `welcome`: the free chairs that I may take without a link. */
  show(feed, { people, mine, host, welcome }) {
    const isOpen = feed.now.status === "open";
    this.host.hidden = !isOpen;
    if (!isOpen) return;
    for (const [seat, { who }] of feed.chairs.entries()) if (who) forgetKey(this.table, seat);
    const keys = host ? (keysOf(this.table) ?? {}) : {};
    const chairs = feed.chairs.map(({ who, name }) => [who, name]);
    const state = JSON.stringify([chairs, mine, host, welcome, keys, this.invited]);
    if (state === this.state) return;
    this.state = state;
    this.people = people;
    this.isHost = host;
    this.welcome = welcome;
    this.note.hidden = true;
    const free = [...feed.chairs.keys()].filter((seat) => !feed.chairs[seat].who);
    this.host.replaceChildren(
      make("h2", {}, t("seating.title")),
      make("p", { class: "soft" }, t("seating.waits", { n: free.length })),
      this.note,
      ...free.map((seat) => this.freeChair(feed.chairs[seat], seat, keys)),
      ...mine.map((seat) =>
        button(
          `${t("seating.leave")} (${people.seat(seat)})`,
          () => this.on.leave(seat),
          "button--small button--quiet",
        ),
      ),
    );
  }

  freeChair(chair, seat, keys) {
    const { who } = chair.place;
    const isInvited = this.invited?.seat === seat;
    const isForMe = isInvited || this.welcome.includes(seat);
    const box = make("section", { class: "free-chair stack" });
    box.append(make("h3", {}, this.people.seat(seat), " ", make("span", { class: "chip" }, this.kind(who, isForMe))));
    if (isForMe) box.append(this.sitForm(seat));
    if (this.isHost && !isForMe && who === "link") box.append(this.invite(seat, keys[seat]));
    if (this.isHost && who === "anyone") box.append(this.tableLink());
    if (this.isHost) box.append(this.botForm(seat));
    return box;
  }

  /** For whom a chair is: anyone; or me, from an invitation or from the game before; or somebody else. */
  kind(who, isForMe) {
    if (isForMe) return t(who === "anyone" ? "seating.anyone" : "seating.keptMe");
    return t(who === "me" ? "seating.keptHost" : "seating.kept");
  }

  sitForm(seat) {
    const label = t("seating.name");
    const input = make("input", {
      class: "input",
      required: true,
      maxlength: 60,
      autocomplete: "nickname",
      "aria-label": label,
      placeholder: label,
      value: recall("name", ""),
    });
    const form = make(
      "form",
      { class: "say-form" },
      input,
      make("button", { class: "button button--main" }, t("seating.sit", { seat: this.people.seat(seat) })),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      remember("name", name);
      this.on.sit(seat, name, this.invited?.seat === seat ? this.invited.key : "");
    });
    return form;
  }

  /** The link for a guest; a guest who got up again needs a new one. */
  invite(seat, key) {
    if (!key) return button(t("seating.newLink"), () => this.on.invite(seat), "button--small");
    return make(
      "div",
      { class: "stack" },
      make("p", { class: "field-help" }, t("seating.inviteHelp", { seat: this.people.seat(seat) })),
      links(invitation(this.table, seat, key), t("seating.link")),
    );
  }

  tableLink() {
    return links(`${location.origin}/t/${this.table}`, t("seating.tableLink"));
  }

  botForm(seat) {
    const level = make("select", { class: "input", "aria-label": t("seating.level") });
    level.append(
      ...LEVELS.map((one) => make("option", { value: one, selected: one === usualLevel() }, levelName(one))),
    );
    const form = make(
      "form",
      { class: "say-form say-form--bot" },
      level,
      make("button", { class: "button" }, t("seating.bot")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.on.bot(seat, Number(level.value));
    });
    return form;
  }
}

export function links(link, label) {
  return linkBox(link, {
    label,
    copy: t("do.copy"),
    copied: t("do.copied"),
    share: t("seating.share"),
    shareText: t("seating.shareText"),
  });
}

/** The seat and the key of a link that led here. */
export function readInvitation() {
  const said = new URLSearchParams(location.hash.slice(1));
  const [seat, key] = [Number(said.get("seat")), said.get("key")];
  if (!key || !Number.isInteger(seat)) return null;
  return { seat, key };
}

/** A key that has served leaves the address: nobody is to copy it from there. */
export function forgetInvitation() {
  history.replaceState(null, "", location.pathname + location.search);
}
