// The end: who won and why, what comes next, and whether chance was what had been promised.

/** @import { Point } from "./fairness.js" */
/** @import { Ended } from "./wire.js" */
/** @import { Visitor } from "./table.js" */
/** @import { View } from "./view.js" */

import { button, make, reason } from "./dom.js";
import { hasGiven, prove } from "./fairness.js";
import { t } from "./language.js";
import { earlyEndWords, resultWords } from "./result.js";
import * as server from "./server.js";
import { shareGame } from "./sharing.js";

export class Ending {
  /** @param {HTMLElement} host @param {{ rematch: () => unknown, follow: (table: string) => unknown }} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** What is shown, so that it is drawn only when it changes. */
    this.drawn = "";
    /** @type {HTMLElement | null} */
    this.fairness = null;
  }

  /** @param {View} view @param {Visitor} visitor */
  show(view, visitor) {
    const { ended } = view;
    this.host.hidden = !ended;
    const drawn = JSON.stringify([ended?.shares, view.followed, visitor.mine, visitor.me]);
    if (!ended || drawn === this.drawn) return;
    this.drawn = drawn;
    this.fairness ??= fairnessBox(view, ended, visitor.table);
    const early = earlyEndWords(ended, visitor.people);
    this.host.replaceChildren(
      make("h2", { class: "ending-result" }, resultWords(ended.shares, visitor.people, visitor.mine)),
      // What the rules ended it by is the headline.
      ...(early ? [make("p", {}, early)] : []),
      make("div", { class: "row" }, ...this.ways(view, visitor)),
      this.fairness,
    );
  }

  /** Where one can go from here. @param {View} view @param {Visitor} visitor */
  ways({ followed }, { mine, me, table }) {
    const file = server.gameFileOf(table);
    return [
      mine.length > 0 &&
        (followed
          ? button(t("end.follow"), () => this.on.follow(followed), "button--main")
          : button(t("end.rematch"), () => this.on.rematch(), "button--main")),
      !mine.length && followed && make("a", { class: "button", href: `/t/${followed}` }, t("end.follow")),
      make("a", { class: "button", href: server.replayOf(table, me ?? mine[0]) }, t("end.replay")),
      button(t("share.do"), () => shareGame(table)),
      make("a", { class: "button", href: file, download: `${table}.txt` }, t("end.file")),
    ];
  }
}

/** Whether chance was what had been promised, point by point. @param {View} view @param {Ended} ended @param {string} table */
function fairnessBox(view, ended, table) {
  const points = make("ul", { class: "fair-points stack" }, make("li", {}, t("end.checking")));
  const box = make(
    "details",
    { class: "fair" },
    make("summary", {}, t("end.fair")),
    points,
    make("p", { class: "small soft" }, t(hasGiven(table) ? "end.proves" : "end.provesWatching")),
  );
  check(view, ended, table, points).then((isWell) => box.classList.toggle("fair--bad", !isWell));
  return box;
}

/** @typedef {{ isWell: boolean | null, words: string }} Found a point of the proof: right, wrong, or (null) not to be told */

/** @param {View} view @param {Ended} ended @param {string} table @param {HTMLElement} points in which it is shown */
async function check(view, ended, table, points) {
  const own = await ownPoints(view, ended, table);
  points.replaceChildren(...own.map(pointLine));
  const servers = await serverPoint(table);
  points.append(pointLine(servers));
  return [...own, servers].every(({ isWell }) => isWell !== false);
}

/** @type {Record<Point, Record<string, string>>} */
const POINTS = {
  noted: { true: "end.notedOk", false: "end.notedBad", null: "end.notNoted" },
  commitment: { true: "end.commitmentOk", false: "end.commitmentBad" },
  pledges: { true: "end.pledgesOk", false: "end.pledgesBad" },
  seal: { true: "end.sealOk", false: "end.sealBad" },
  mine: { true: "end.mineOk", false: "end.mineBad", null: "end.mineLate" },
  actions: { true: "end.actionsOk", false: "end.actionsBad" },
  heads: { true: "end.headsOk", false: "end.headsBad", null: "end.headsNone" },
};

/** What this browser sees by itself. @param {View} view @param {Ended} ended @param {string} table @returns {Promise<Found[]>} */
async function ownPoints(view, ended, table) {
  try {
    const { actions } = view.opened.scheme === 2 ? await server.chain(table) : { actions: [] };
    const points = prove(table, view, ended, actions);
    return points.map(([point, isWell]) => ({ isWell, words: t(POINTS[point][String(isWell)]) }));
  } catch (problem) {
    return [{ isWell: false, words: reason(problem) }];
  }
}

/** What the server found when it computed the draws again. @param {string} table @returns {Promise<Found>} */
async function serverPoint(table) {
  try {
    const { ok, checked, problems } = await server.verdict(table);
    if (ok) return { isWell: true, words: t(checked ? "end.throwsOk" : "end.throwsNone", { n: checked }) };
    return { isWell: false, words: `${t("end.throwsBad")} ${problems.map(({ words }) => words).join(" ; ")}` };
  } catch (problem) {
    return { isWell: false, words: reason(problem) };
  }
}

/** @param {Found} found */
function pointLine({ isWell, words }) {
  const [kind, sign] = isWell === null ? ["open", "–"] : isWell ? ["well", "✓"] : ["bad", "✗"];
  return make(
    "li",
    { class: `fair-point fair-point--${kind}` },
    make("span", { "aria-hidden": "true" }, sign),
    make("span", {}, words),
  );
}
