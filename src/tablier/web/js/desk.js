// What to do now, below the board: always one line, always there. And what goes on, above it.

/** @import { Board } from "./board.js" */
/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */
/** @import { Scene } from "./wire.js" */

import { button, find, make, reason } from "./dom.js";
import { list, sentence, t } from "./language.js";
import { earlyEndWords, resultWords } from "./result.js";
import { Refused } from "./server.js";

export class Desk {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** What is said instead of the hint: why something was refused. @type {(Node | string)[] | null} */
    this.problem = null;
    find("back").addEventListener("click", () => board.back());
  }

  /** @param {View} view @param {Visitor} visitor @param {boolean} isConnected */
  show(view, visitor, isConnected) {
    const { touching, isSent, pointing } = this.board;
    find("back").hidden = (!touching.hasBegun && !pointing) || isSent;
    find("hint").replaceChildren(...(this.problem ?? [this.hint(view, visitor, isConnected)]));
    find("hint").classList.toggle("hint--problem", this.problem !== null);
  }

  /** @param {View} view @param {Visitor} visitor */
  showStatus(view, visitor) {
    showAim(view.now.scene);
    find("status").textContent = statusWords(view, visitor);
  }

  /** The board shows how things stood. @param {Scene} scene @param {() => void} forth back to how they stand */
  showPast(scene, forth) {
    showAim(scene);
    find("status").textContent = scene.status;
    find("back").hidden = true;
    find("hint").replaceChildren(t("board.past"), " ", button(t("board.now"), forth, "button--small"));
  }

  /** Nothing is to be done for a moment. */
  clear() {
    find("status").textContent = find("hint").textContent = "";
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

  /** Something was touched that cannot be: say so, calmly. @param {string} thing @param {View} view @param {Visitor} visitor */
  explain(thing, { now }, { people, mine }) {
    const names = list(now.pending.map(people.person));
    if (this.board.touching.isPossible) this.problem = [t("board.notThis", { thing })];
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

/** Its parts, each of which is kept on one line where it fits. @param {Scene} scene */
function showAim({ aim }) {
  const parts = aim.split(/(?<= ·) /).map((part) => make("span", {}, part));
  find("aim").replaceChildren(...parts.flatMap((part) => [part, " "]).slice(0, -1));
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
