// What is said at the table, and a form that offers exactly what may be said now.

import { button, find, make } from "./dom.js";
import { list, t } from "./language.js";
import { Offer } from "./offer.js";

const SIGNS = ["yes", "no", "perhaps", "hello", "bravo", "thanks", "hurry", "wait", "laugh", "alas"];
const MOST = 500;

export class Talk {
  /** `on.say({kind, body, to})` and `on.offers()`, what could be offered, give promises. */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.log = make("ol", { class: "talk-log", tabindex: 0 });
    this.form = make("div", { class: "talk-form stack" });
    host.append(this.log, this.form);
    this.to = "all";
    this.read = 0;
  }

  show(feed, { people, me }) {
    this.feed = feed;
    this.people = people;
    // What one seat was about to say is not for the next one at this device.
    if (me !== this.me || !this.text) {
      this.text = this.textForm();
      this.offer = new Offer({
        offer: (body) => this.on.say({ kind: "offer", body, to: this.listening }),
        possible: () => this.on.offers(),
      });
    }
    this.me = me;
    this.offer.show(feed.now.turn);
    this.showLog();
    const state = JSON.stringify([feed.now.talk, feed.now.status, me, feed.opened.free_text]);
    // A form that somebody is filling in is left alone unless something else may be said.
    if (state !== this.state) this.showForm();
    this.state = state;
    this.showUnread();
  }

  // --- what was said

  showLog() {
    const wasAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    const { messages, ended } = this.feed;
    const said = messages.map((message) => this.entry(message));
    if (ended?.unheard.length) {
      said.push(make("li", { class: "story-remark soft small" }, t("talk.revealed")));
      said.push(...ended.unheard.map((message) => this.entry(message)));
    }
    if (!said.length) said.push(make("li", { class: "soft small" }, t("talk.empty")));
    this.log.replaceChildren(...said);
    if (wasAtEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  entry(message) {
    const by = this.people.person(message.by);
    const whisper = message.to.length > 0;
    const to = list(message.to.map((seat) => (seat === this.me ? t("chairs.you") : this.people.person(seat))));
    const who = whisper ? t("talk.whisper", { by, to }) : by;
    const entry = make("li", { class: `said said--${message.message}${whisper ? " said--secret" : ""}` });
    entry.append(make("span", { class: "said-by" }, who), " ", make("span", { class: "said-what" }, sayWords(message)));
    if (this.canAnswer(message)) entry.append(this.answers(message));
    return entry;
  }

  canAnswer(message) {
    const { talk } = this.feed.now;
    if (message.message !== "offer" || !talk?.offers || message.by === this.me || this.me === null) return false;
    if (message.turns !== this.feed.turns) return false;
    return !this.feed.messages.some(
      (one) =>
        one.by === this.me &&
        one.body === message.body &&
        one.turns === message.turns &&
        ["accept", "refuse"].includes(one.message),
    );
  }

  answers({ by, to, body }) {
    const { talk } = this.feed.now;
    // An offer made in secret is answered to those who heard it.
    const back = to.length ? [by, ...to].filter((seat) => talk.secret.includes(seat)) : [];
    const answer = (kind) => () => this.on.say({ kind, body, to: back });
    return make(
      "span",
      { class: "row row--tight" },
      button(t("talk.accept"), answer("accept"), "button--small"),
      button(t("talk.refuse"), answer("refuse"), "button--small button--quiet"),
    );
  }

  showUnread() {
    const count = this.feed.messages.length + (this.feed.ended?.unheard.length ?? 0);
    if (!this.host.hidden) this.read = count;
    const unread = find("unread");
    unread.hidden = count <= this.read;
    unread.textContent = String(count - this.read);
    unread.setAttribute("aria-label", t("talk.unread", { n: count - this.read }));
  }

  // --- what may be said

  showForm() {
    const { now, opened } = this.feed;
    const { talk } = now;
    if (this.me === null) return this.explain("talk.watching");
    if (!talk) return this.explain("talk.notYet");
    const canSpeak = talk.aloud || talk.secret.length > 0;
    const parts = [];
    if (!canSpeak && !talk.gestures) return this.explain("talk.silence");
    if (!canSpeak) parts.push(note("talk.gesturesOnly"));
    if (canSpeak && !opened.free_text) parts.push(note("talk.noText"));
    if (canSpeak && (opened.free_text || talk.offers)) parts.push(this.listeners(talk));
    if (canSpeak && opened.free_text) parts.push(this.text);
    const hasOffers = talk.offers && now.status === "playing";
    // Where there is much to choose from, less is open at a time.
    if (talk.gestures) parts.push(hasOffers ? more(t("talk.gestures"), this.signs()) : this.signs());
    if (hasOffers) parts.push(this.offer.element);
    this.form.replaceChildren(...parts.filter(Boolean));
  }

  explain(key) {
    this.form.replaceChildren(note(key));
  }

  /** To whom: the whole table, or some in secret. With only one way there is nothing to choose. */
  listeners(talk) {
    const ways = [...(talk.aloud ? ["all"] : []), ...talk.secret.map(String)];
    if (!ways.includes(this.to)) this.to = ways[0];
    this.secretTo = new Set(this.to === "all" ? [] : [Number(this.to)]);
    if (ways.length === 1 && talk.aloud) return null;
    const box = make(
      "fieldset",
      { class: "choice listeners" },
      make("legend", { class: "visually-hidden" }, t("talk.to")),
    );
    for (const way of ways) {
      const words = way === "all" ? t("talk.all") : t("talk.secretTo", { name: this.people.person(Number(way)) });
      const input = make("input", { type: "checkbox", value: way });
      input.checked = way === this.to;
      input.addEventListener("change", () => this.chooseListeners(box, way, input.checked, talk));
      box.append(make("label", {}, input, make("span", { class: "small" }, words)));
    }
    return box;
  }

  chooseListeners(box, way, isChosen, talk) {
    if (way === "all") this.secretTo.clear();
    else if (isChosen) this.secretTo.add(Number(way));
    else this.secretTo.delete(Number(way));
    if (!this.secretTo.size && !talk.aloud) this.secretTo.add(Number(way));
    this.to = this.secretTo.size ? String([...this.secretTo][0]) : "all";
    for (const input of box.querySelectorAll("input")) {
      input.checked = input.value === "all" ? !this.secretTo.size : this.secretTo.has(Number(input.value));
    }
  }

  get listening() {
    return [...(this.secretTo ?? [])].sort();
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
    const form = make("form", { class: "say-form" }, input, make("button", { class: "button" }, t("talk.say")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const body = input.value.trim();
      if (!body) return;
      if (await this.on.say({ kind: "text", body, to: this.listening })) input.value = "";
    });
    return form;
  }

  signs() {
    const row = make("div", { class: "signs", role: "group", "aria-label": t("talk.gestures") });
    for (const sign of SIGNS) {
      const made = button(
        t(`sign.${sign}`),
        () => this.on.say({ kind: "gesture", body: sign, to: [] }),
        "button--small sign",
      );
      made.title = t(`gesture.${sign}`);
      row.append(made);
    }
    return row;
  }
}

function more(words, ...inside) {
  return make("details", { class: "more", name: "talk-more" }, make("summary", {}, words), ...inside);
}

function note(key) {
  return make("p", { class: "note small" }, t(key));
}

/** What somebody is heard, or seen, to say. */
export function sayWords({ message, body }) {
  if (message === "gesture") return t(`gesture.${body}`);
  if (message === "text") return body;
  return t({ offer: "talk.offers", accept: "talk.accepts", refuse: "talk.refuses" }[message], { body });
}
