// What is said at the table, and a form that offers exactly what may be said now.

/** @import { Said, Saying, Talk as Allowed } from "./wire.js" */
/** @import { Offers } from "./offer.js" */
/** @import { Muted } from "./muted.js" */
/** @import { SignsListener } from "./signs.js" */
/** @import { Visitor } from "./table.js" */
/** @import { Message, View } from "./view.js" */

import { button, find, make } from "./dom.js";
import { list, t } from "./language.js";
import { Manners } from "./manners.js";
import { Offer } from "./offer.js";
import { Signs, signWords } from "./signs.js";
import { isAtEnd } from "./story.js";

const MOST = 500;

/** @typedef {object} TalkListener
 * @property {(what: Saying) => Promise<boolean>} say says whether it was said
 * @property {() => Promise<Offers>} offers what could be offered now
 * @property {() => unknown} muted somebody is heard again, or is not any more
 * @property {SignsListener["point"]} point
 * @property {SignsListener["words"]} words
 */

export class Talk {
  /** @param {HTMLElement} host @param {Muted} muted @param {TalkListener} on */
  constructor(host, muted, on) {
    this.host = host;
    this.muted = muted;
    this.on = on;
    this.log = make("ol", { class: "talk-log", tabindex: 0 });
    this.form = make("div", { class: "talk-form stack" });
    this.manners = new Manners(muted, () => this.on.muted());
    host.append(this.log, this.form, this.manners.opener);
    /** Whom one speaks to in secret; nobody: to the whole table. @type {Set<number>} */
    this.secretTo = new Set();
    /** How many messages were read. */
    this.read = 0;
    /** What may be said, as the form shows it. */
    this.drawn = "";
    /** Whose words are in the form; undefined: nobody's yet. @type {number | null | undefined} */
    this.speaker = undefined;
    this.text = this.textForm();
    this.offer = this.offerForm();
    const sign = (/** @type {string} */ body) => on.say({ kind: "gesture", body, to: [] });
    this.signs = new Signs({ sign, point: on.point, words: on.words });
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, visitor) {
    this.view = view;
    // What one seat was about to say is not for the next one at this device.
    if (visitor.me !== this.speaker) this.forget();
    this.speaker = visitor.me;
    this.offer.show(view.now.turn);
    const { signs = [], ...talk } = view.now.talk ?? {};
    this.signs.show(signs);
    this.showLog(view, visitor);
    this.manners.show(view, visitor);
    const drawn = JSON.stringify([talk, view.now.status, visitor.me]);
    // A form that somebody is filling in is left alone unless something else may be said.
    if (drawn !== this.drawn) this.form.replaceChildren(...this.parts(view, visitor));
    this.drawn = drawn;
    this.showUnread();
  }

  forget() {
    [this.text, this.offer] = [this.textForm(), this.offerForm()];
    if (this.signs.isPointing) this.signs.point(false);
  }

  // --- what was said

  /** @param {View} view @param {Visitor} visitor */
  showLog(view, visitor) {
    const wasAtEnd = isAtEnd(this.log);
    const said = this.heard(view.messages).map((message) => this.entry(message, view, visitor));
    const unheard = this.heard(view.ended?.unheard ?? []);
    if (unheard.length) said.push(make("li", { class: "story-remark soft small" }, t("talk.revealed")));
    said.push(...unheard.map((message) => entry(message, visitor)));
    if (!said.length) said.push(make("li", { class: "soft small" }, t("talk.empty")));
    this.log.replaceChildren(...said);
    if (wasAtEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  /** Without those who are not to be heard here. @template {Pick<Said, "by" | "message">} One @param {One[]} said */
  heard(said) {
    return said.filter((one) => this.muted.hears(one));
  }

  /** @param {Message} message @param {View} view @param {Visitor} visitor */
  entry(message, view, visitor) {
    const shown = entry(message, visitor);
    const { talk } = view.now;
    if (talk && canAnswer(message, view, visitor.me)) shown.append(this.answers(message, talk));
    return shown;
  }

  /** @param {Message} message an offer @param {Allowed} talk */
  answers({ by, to, body }, talk) {
    // An offer made in secret is answered to those who heard it.
    const back = to.length ? [by, ...to].filter((seat) => talk.secret.includes(seat)) : [];
    const answer = (/** @type {"accept" | "refuse"} */ kind) => () => this.on.say({ kind, body, to: back });
    return make(
      "span",
      { class: "row row--tight" },
      button(t("talk.accept"), answer("accept"), "button--small"),
      button(t("talk.refuse"), answer("refuse"), "button--small button--quiet"),
    );
  }

  /** How much was said that was not read yet. */
  showUnread() {
    if (!this.view) return;
    const count = this.heard(this.view.messages).length + this.heard(this.view.ended?.unheard ?? []).length;
    // Who is not heard any more leaves less than was read.
    if (!this.host.hidden || count < this.read) this.read = count;
    const unread = find("unread");
    unread.hidden = count <= this.read;
    unread.textContent = String(count - this.read);
    unread.setAttribute("aria-label", t("talk.unread", { n: count - this.read }));
  }

  // --- what may be said

  /** What the form is made of. @param {View} view @param {Visitor} visitor */
  parts({ now }, visitor) {
    const { talk } = now;
    if (visitor.me === null) return [note("talk.watching")];
    if (!talk) return [note("talk.notYet")];
    const canSpeak = talk.aloud || talk.secret.length > 0;
    if (!canSpeak && !talk.gestures) return [note("talk.silence")];
    const hasOffers = talk.offers && now.status === "playing";
    const listeners = canSpeak && (talk.text || talk.offers) && this.listeners(talk, visitor);
    const parts = [
      !canSpeak && note("talk.gesturesOnly"),
      canSpeak && !talk.text && note("talk.noText"),
      listeners,
      canSpeak && talk.text && this.text,
      // Where there is much to choose from, less is open at a time.
      talk.gestures && (hasOffers ? more(t("talk.gestures"), this.signs.element) : this.signs.element),
      hasOffers && this.offer.element,
    ];
    return parts.filter((part) => part instanceof Node);
  }

  /** To whom: the whole table, or some in secret. With only one way there is nothing to choose.
   * @param {Allowed} talk @param {Visitor} visitor
   */
  listeners(talk, { people }) {
    this.secretTo = new Set([...this.secretTo].filter((seat) => talk.secret.includes(seat)).slice(0, 1));
    if (!this.secretTo.size && !talk.aloud) this.secretTo.add(talk.secret[0]);
    if (!talk.secret.length) return null;
    /** @type {Map<HTMLInputElement, number | null>} */
    const ways = new Map();
    const showChosen = () => {
      for (const [input, seat] of ways) input.checked = seat === null ? !this.secretTo.size : this.secretTo.has(seat);
    };
    const way = (/** @type {number | null} */ seat, /** @type {string} */ words) => {
      const choose = () => {
        this.chooseListener(seat, input.checked, talk.aloud);
        showChosen();
      };
      const input = make("input", { type: "checkbox", value: seat ?? "all", onchange: choose });
      ways.set(input, seat);
      return make("label", {}, input, make("span", { class: "small" }, words));
    };
    const box = make(
      "fieldset",
      { class: "choice listeners" },
      make("legend", { class: "visually-hidden" }, t("talk.to")),
      talk.aloud && way(null, t("talk.all")),
      ...talk.secret.map((seat) => way(seat, t("talk.secretTo", { name: people.person(seat) }))),
    );
    showChosen();
    return box;
  }

  /** @param {number | null} seat null: the whole table @param {boolean} isChosen @param {boolean} aloud whether one may speak to all */
  chooseListener(seat, isChosen, aloud) {
    if (seat === null) this.secretTo.clear();
    else if (isChosen) this.secretTo.add(seat);
    else this.secretTo.delete(seat);
    if (seat !== null && !this.secretTo.size && !aloud) this.secretTo.add(seat);
  }

  get listening() {
    return [...this.secretTo].sort((a, b) => a - b);
  }

  textForm() {
    const input = make("input", {
      class: "input",
      maxlength: MOST,
      autocomplete: "off",
      "aria-label": t("talk.message"),
      placeholder: t("talk.message"),
      enterkeyhint: "send",
    });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const body = input.value.trim();
      if (body && (await this.on.say({ kind: "text", body, to: this.listening }))) input.value = "";
    };
    const send = make("button", { class: "button" }, t("talk.say"));
    return make("form", { class: "say-form", onsubmit: submit }, input, send);
  }

  offerForm() {
    return new Offer({
      offer: (body) => this.on.say({ kind: "offer", body, to: this.listening }),
      possible: () => this.on.offers(),
    });
  }
}

/** @param {Omit<Said, "kind">} message @param {Visitor} visitor */
function entry(message, { people, me }) {
  const by = people.person(message.by);
  const isWhisper = message.to.length > 0;
  const to = list(message.to.map((seat) => (seat === me ? t("chairs.you") : people.person(seat))));
  return make(
    "li",
    { class: `said said--${message.message}${isWhisper ? " said--secret" : ""}` },
    make("span", { class: "said-by" }, isWhisper ? t("talk.whisper", { by, to }) : by),
    " ",
    make("span", { class: "said-what" }, sayWords(message)),
  );
}

/** Whether somebody may answer an offer: one of this turn, of somebody else, to which they have not said anything yet.
 * @param {Message} message @param {View} view @param {number | null} me
 */
export function canAnswer(message, { now, messages, turns }, me) {
  if (message.message !== "offer" || !now.talk?.offers || message.by === me || me === null) return false;
  if (message.turns !== turns) return false;
  return !messages.some(
    (one) =>
      one.by === me &&
      one.body === message.body &&
      one.turns === message.turns &&
      (one.message === "accept" || one.message === "refuse"),
  );
}

/** @param {string} words @param {HTMLElement[]} inside */
function more(words, ...inside) {
  return make("details", { class: "more", name: "talk-more" }, make("summary", {}, words), ...inside);
}

/** @param {string} key */
function note(key) {
  return make("p", { class: "note small" }, t(key));
}

/** What somebody is heard, or seen, to say. @param {Pick<Said, "message" | "body" | "words">} said */
export function sayWords({ message, body, words }) {
  return message === "gesture" ? signWords(body) : (words ?? body);
}
