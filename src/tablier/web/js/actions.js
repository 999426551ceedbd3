// What a player can do besides playing: take back, resign, answer, come back, move to another device, write a move.

import { button, confirm, make } from "./dom.js";
import { links } from "./seating.js";
import { keyOf, invitation } from "./net.js";
import { t } from "./language.js";

export class Actions {
  /** `on.command(command)`, `on.act(action)`, `on.takeBack()`, `on.refused(problem)`. */
  constructor(host, table, on) {
    this.host = host;
    this.table = table;
    this.on = on;
    this.writes = false;
  }

  show(feed, { people, mine, me }) {
    const { now } = feed;
    const isPlaying = now.status === "playing" && me !== null;
    const standIn = me === null ? 0 : feed.chairs[me].standIn;
    const legal = Object.keys(now.scene?.touches ?? {});
    const hasPlayed = feed.acts.some(({ seat }) => mine.includes(seat));
    const state = JSON.stringify([
      isPlaying,
      standIn,
      now.takeback,
      me,
      hasPlayed,
      this.writes && legal,
      this.answered === now.takeback,
    ]);
    if (state === this.state) return;
    this.state = state;
    this.feed = feed;
    this.mine = mine;
    this.me = me;
    if (!isPlaying) return this.host.replaceChildren();
    this.host.replaceChildren(
      ...this.questions(now, people, standIn),
      make(
        "div",
        { class: "row row--tight actions-row" },
        ...(standIn ? [this.device()] : this.buttons(now, people, hasPlayed)),
      ),
      ...(this.writes && !standIn ? [this.writeForm(legal)] : []),
    );
  }

  questions(now, people, standIn) {
    if (standIn)
      return [
        question(
          t("act.botForYou"),
          button(t("act.comeBack"), () => this.on.command({ do: "come-back" }), "button--main button--small"),
        ),
      ];
    if (now.takeback === null) {
      this.answered = undefined;
      return [];
    }
    if (this.mine.includes(now.takeback)) return [question(t("act.takebackAsked"))];
    if (this.answered === now.takeback) return [];
    const answer = (agrees) => () => {
      this.answered = now.takeback;
      this.on.command({ do: "answer", agrees });
    };
    const name = people.person(now.takeback);
    return [
      question(
        t("act.asks", { name }),
        button(t("act.agree"), answer(true), "button--small button--main"),
        button(t("act.disagree"), answer(false), "button--small"),
      ),
    ];
  }

  buttons(now, people, hasPlayed) {
    const takeback = button(t("act.takeback"), () => this.on.takeBack(), "button--small button--quiet");
    takeback.disabled = !hasPlayed || now.takeback !== null;
    const write = button(t("act.write"), () => this.toggleWriting(people), "button--small button--quiet");
    write.setAttribute("aria-expanded", String(this.writes));
    return [
      takeback,
      write,
      this.device(),
      button(t("act.resign"), () => this.resign(), "button--small button--quiet"),
    ];
  }

  device() {
    return button(t("act.device"), () => this.move(), "button--small button--quiet");
  }

  async resign() {
    const why = this.feed.chairs.length === 2 ? "act.resignTwo" : "act.resignMore";
    if (await confirm(t("act.resignSure"), t(why), t("act.resign"), t("do.cancel"))) this.on.command({ do: "resign" });
  }

  async move() {
    let key;
    try {
      key = await keyOf(this.table, this.me);
    } catch (problem) {
      this.on.refused(problem);
      return;
    }
    const dialog = make("dialog", { class: "dialog", "aria-label": t("act.device") });
    dialog.append(
      make("h2", {}, t("act.device")),
      make("p", {}, t("act.deviceHelp")),
      links(invitation(this.table, this.me, key), t("act.device")),
      make(
        "div",
        { class: "dialog-actions" },
        button(t("do.close"), () => dialog.close()),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  toggleWriting(people) {
    this.writes = !this.writes;
    this.show(this.feed, { people, mine: this.mine, me: this.me });
    this.host.querySelector(".write-form input")?.focus();
  }

  /** For those who would rather type, as in "e2-e7". */
  writeForm(legal) {
    const words = t("act.writeHelp");
    const input = make("input", {
      class: "input notation",
      list: "legal",
      maxlength: 60,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-label": words,
      placeholder: words,
    });
    const known = make(
      "datalist",
      { id: "legal" },
      ...legal.slice(0, 900).map((action) => make("option", { value: action })),
    );
    const form = make(
      "form",
      { class: "say-form write-form" },
      input,
      known,
      make("button", { class: "button" }, t("act.play")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const action = input.value.trim();
      if (action) this.on.act(action);
      input.value = "";
    });
    return form;
  }
}

function question(words, ...buttons) {
  return make(
    "div",
    { class: "note row question", role: "status" },
    make("span", { class: "grow" }, words),
    ...buttons,
  );
}
