// The tables on the first page: one's own, those that wait for somebody, those where others play, and one's last games.

/** @import { Finished } from "./finished.js" */
/** @import { Game, TableRow } from "./wire.js" */

import { find, make } from "./dom.js";
import { finished, againstWords, namesOf, outcomeOf, titleOf } from "./finished.js";
import { lang, list, t } from "./language.js";
import { recall, remember } from "./memory.js";
import * as server from "./server.js";

const AGAIN = 15_000;
const MOST = 8;
const MOST_FINISHED = 3;

/** @typedef {Map<string, Game>} Games by name */
/** @typedef {Record<"mine" | "open" | "playing", TableRow[]>} Rows */

/** Show them, and look again now and then while somebody is looking. @param {Game[]} games */
export function showTables(games) {
  // Who has games going is given room for them at once, so that nothing moves when they are known.
  find("mine").hidden = !recall("plays", false);
  const byName = new Map(games.map((game) => [game.name, game]));
  const look = () => document.visibilityState === "visible" && refresh(byName);
  look();
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
}

/** @param {Games} games */
async function refresh(games) {
  const asked = [server.mine(false), server.tables("open"), server.tables("playing"), server.mine(true)];
  const [mine, open, playing, over] = await Promise.all(asked.map(orNothing));
  const rows = sorted([mine, open, playing]);
  remember("plays", rows.mine.length > 0);
  show("mine", rows.mine, games, "home.continue");
  showFinished(finished(over).slice(0, MOST_FINISHED), games);
  show("open", rows.open, games, "home.join", "home.none-open");
  show("playing", rows.playing, games, "home.watch", "home.none-playing");
  for (const name of games.keys()) showLive(name, rows);
}

/** @param {Promise<TableRow[]>} asked */
function orNothing(asked) {
  return asked.catch(() => []);
}

/** Each table once: among my own if I sit there, where it is for me to play first; among the open ones if anybody may join.
 * @param {TableRow[][]} found @returns {Rows}
 */
export function sorted([mine, open, playing]) {
  const own = new Set(mine.map(({ table }) => table));
  const others = (/** @type {TableRow[]} */ rows) => rows.filter(({ table }) => !own.has(table));
  return {
    mine: onlyOnce(mine).toSorted((a, b) => Number(b.pending) - Number(a.pending)),
    open: others(open).filter(({ seats }) => seats.some(({ free, who }) => free && who === "anyone")),
    playing: others(playing),
  };
}

/** Who sits on several seats of a table is asked there if one of them is. @param {TableRow[]} rows */
function onlyOnce(rows) {
  /** @type {Map<string, TableRow>} */
  const tables = new Map();
  for (const row of rows) {
    const pending = Boolean(row.pending || tables.get(row.table)?.pending);
    tables.set(row.table, { ...row, pending });
  }
  return [...tables.values()];
}

/** On a game's card: my own game of it, tables that wait, games to watch. @param {string} name @param {Rows} rows */
function showLive(name, rows) {
  const line = document.querySelector(`[data-live="${name}"]`);
  const of = (/** @type {keyof Rows} */ kind) => rows[kind].filter(({ game }) => game === name);
  const [mine, open, playing] = [of("mine"), of("open"), of("playing")];
  const links = [
    mine.length > 0 && { href: `/t/${mine[0].table}`, words: t("home.live-mine") },
    open.length > 0 && { href: theOne(open, "#open"), words: t("home.live-open", { n: open.length }) },
    playing.length > 0 && { href: theOne(playing, "#playing"), words: t("home.live-playing", { n: playing.length }) },
  ].filter((link) => link !== false);
  if (line instanceof HTMLElement && isNew(line, links))
    line.replaceChildren(...links.map(({ href, words }) => make("a", { href }, words)));
}

/** Where to go: to the table, or to the list of several. @param {TableRow[]} rows @param {string} all */
function theOne(rows, all) {
  return rows.length === 1 ? `/t/${rows[0].table}` : all;
}

/** Whether an element does not show this yet. @param {HTMLElement} element @param {unknown} shown */
function isNew(element, shown) {
  const drawn = JSON.stringify(shown);
  if (element.dataset.drawn === drawn) return false;
  element.dataset.drawn = drawn;
  return true;
}

/** @param {keyof Rows} id @param {TableRow[]} rows @param {Games} games @param {string} act what one can do there
 * @param {string} [none] what is said where there is no table; without it the list is hidden then
 */
function show(id, rows, games, act, none) {
  find(id).hidden = !none && rows.length === 0;
  if (!isNew(find(id), rows)) return;
  const lines = rows.slice(0, MOST).map((row) => line(row, titleOf(row, games.get(row.game)), act));
  find(`${id}-list`).replaceChildren(...(lines.length ? lines : [make("li", { class: "soft" }, t(none ?? ""))]));
}

/** My last games. @param {Finished[]} rows @param {Games} games */
function showFinished(rows, games) {
  find("finished").hidden = rows.length === 0;
  if (!isNew(find("finished"), rows)) return;
  const lines = rows.map((row) => {
    const outcome = outcomeOf(row);
    return lineOf(server.replayOf(row.table, row.mine[0]), titleOf(row, games.get(row.game)), row.changed, [
      make("span", { class: "small soft who" }, make("strong", {}, outcome.words), " · ", againstWords(row)),
      make("span", { class: "button button--small" }, t("home.review")),
    ]);
  });
  find("finished-list").replaceChildren(...lines);
}

/** @param {TableRow} row @param {string} title @param {string} act */
function line(row, title, act) {
  const yours = row.pending ? [make("strong", { class: "yours" }, t("home.yours")), " · "] : [];
  const kind = row.pending ? "button button--small button--main" : "button button--small";
  return lineOf(`/t/${row.table}`, title, row.changed, [
    make("span", { class: "small soft who" }, ...yours, who(row)),
    make("span", { class: kind }, t(row.pending ? "home.play" : act)),
  ]);
}

/** @param {string} href @param {string} title @param {number} when @param {[HTMLElement, HTMLElement]} more who is there, and what one can do */
function lineOf(href, title, when, [people, act]) {
  const words = make("span", { class: "grow" }, make("span", { class: "title" }, title), people);
  const age = make("span", { class: "small soft ago" }, ago(when));
  return make("li", {}, make("a", { class: "table-line", href }, words, age, act));
}

/** Who sits there, and what is free. @param {TableRow} row */
function who({ seats }) {
  const taken = seats.filter(({ free }) => !free);
  const free = seats.length - taken.length;
  return [list(namesOf(taken)), free ? t("home.free", { n: free }) : ""].filter(Boolean).join(" · ");
}

const spans = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });

/** @param {number} milliseconds when it was */
function ago(milliseconds) {
  const minutes = Math.round((milliseconds - Date.now()) / 60_000);
  if (minutes >= 0) return t("home.now");
  if (minutes > -60) return spans.format(minutes, "minute");
  if (minutes > -24 * 60) return spans.format(Math.round(minutes / 60), "hour");
  return spans.format(Math.round(minutes / 1440), "day");
}
