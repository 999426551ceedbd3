// What to do now, below the board: always one line, always there. And what goes on, above it.

/** @import { Board } from "./board.js" */
/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */
/** @import { Scene } from "./wire.js" */

import { button, find, make, reason } from "./dom.js";
import { showHeadline } from "./headline.js";
import { list, sentence, t } from "./language.js";
import { earlyEndWords, resultWords } from "./result.js";
import { Refused } from "./server.js";

export class Desk {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** What is said instead of the hint: why something was refused. @type {(Node | string)[] | null} */
    this.problem = null;
    /** What is asked before something is sent. @type {{ words: (Node | string)[], answered: (isYes: boolean) => void } | null} */
    this.asking = null;
    find("back").addEventListener("click", () => board.back());
  }

  /** Something has happened: what was refused is past, and what was not confirmed is not sent. */
  reset() {
    this.problem = null;
    this.answer(false);
  }

  /** Ask whether what was touched is to be sent. @returns {Promise<boolean>} */
  ask() {
    return new Promise((answered) => {
      const yes = button(t("board.send"), () => this.answer(true), "button--small button--main");
      const no = button(t("board.back"), () => this.answer(false), "button--small");
      this.asking = { words: [make("span", {}, t("board.confirm")), yes, no], answered };
    });
  }

  /** Says whether anything was asked. @param {boolean} isYes */
  answer(isYes) {
    const { asking } = this;
    this.asking = null;
    if (asking && find("hint").contains(document.activeElement)) this.board.svg.focus({ preventScroll: true });
    asking?.answered(isYes);
    return asking !== null;
  }

  focus() {
    find("hint").querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {View} view @param {Visitor} visitor @param {boolean} isConnected */
  show(view, visitor, isConnected) {
    const { touching, isSent, pointing } = this.board;
    find("back").hidden = (!touching.hasBegun && !pointing) || isSent;
    const words = this.asking?.words ?? this.problem ?? [this.hint(view, visitor, isConnected)];
    find("hint").replaceChildren(...words);
    find("hint").classList.toggle("hint--problem", words === this.problem);
    find("hint").classList.toggle("hint--asks", words === this.asking?.words);
  }

  /** @param {View} view @param {Visitor} visitor */
  showStatus(view, visitor) {
    showAim(view.now.scene);
    showHeadline(find("status"), statusWords(view, visitor));
  }

  /** The board shows how things stood. @param {Scene} scene @param {() => void} forth back to how they stand */
  showPast(scene, forth) {
    showAim(scene);
    showHeadline(find("status"), scene.status);
    find("back").hidden = true;
    find("hint").replaceChildren(t("board.past"), " ", button(t("board.now"), forth, "button--small"));
  }

  /** Nothing is to be done for a moment. */
  clear() {
    find("status").textContent = find("hint").textContent = "";
  }

  /** What is seen in a moment. @param {string} words */
  say(words) {
    showHeadline(find("status"), words);
    find("live").textContent = words;
  }

  /** Something else is touched: what was refused is past. Says whether it was still shown. */
  forget() {
    this.problem = null;
    return find("hint").classList.contains("hint--problem");
  }

  /** @param {View} view @param {Visitor} visitor @param {boolean} isConnected */
  hint({ now }, { people, mine }, isConnected) {
    const { touching, isSent, pointing } = this.board;
    if (isSent) return t(isConnected ? "board.sent" : "board.sentLost");
    if (pointing) return t("board.point");
    if (touching.isPossible) return t(`board.${touching.hasBegun ? "next" : "first"}.${this.board.nextKind}`);
    if (now.status !== "playing" || !now.pending.length) return "";
    return t(mine.length ? "board.wait" : "board.watch", { names: list(now.pending.map(people.person)) });
  }

  /** Something was touched that cannot be: say so, calmly. @param {View} view @param {Visitor} visitor */
  explain({ now }, { people, mine }) {
    const names = list(now.pending.map(people.person));
    if (this.board.touching.isPossible) this.problem = [t("board.notThis")];
    else if (now.status === "playing") this.problem = [mine.length ? t("board.notNow", { names }) : t("board.notYou")];
  }

  /** Say why something was refused; gives the words. @param {unknown} problem @param {string} [game] whose rules may forbid it */
  refuse(problem, game) {
    const words = sentence(reason(problem));
    this.problem = [make("span", {}, words)];
    if (problem instanceof Refused && problem.rule) this.problem.push(" ", ruleLink(problem.rule, game));
    return words;
  }
}

/** Its parts: what everybody is after, then how near each side is. @param {Scene} scene */
function showAim({ aim }) {
  const parts = aim.split(" · ");
  const spans = parts.map((part, i) =>
    make("span", {}, part, i < parts.length - 1 && make("span", { class: "aim-dot" }, " ·")),
  );
  find("aim").replaceChildren(...spans.flatMap((span) => [span, " "]).slice(0, -1));
}

/** @param {string} rule @param {string} [game] */
function ruleLink(rule, game) {
  const href = `/rules/${game}#${rule}`;
  return make("a", { href, target: "_blank", rel: "noopener" }, t("board.rule", { rule }));
}

/** @param {View} view @param {Visitor} visitor */
function statusWords({ now, ended }, { people }) {
  if (now.status === "open") return t("table.waits");
  // The scene knows nothing of an end that the rules did not bring.
  const early = ended && earlyEndWords(ended, people);
  return early ? `${early} ${resultWords(ended.shares, people, [])}.` : now.scene.status;
}
