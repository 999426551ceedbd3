// The tables on the first page: one's own, those that wait for somebody, those where others play, and one's last games.

/** @import { Finished } from "./finished.js" */
/** @import { Game, TableRow } from "./wire.js" */

import { button, find, make } from "./dom.js";
import { finished, againstWords, modeOf, namesOf, outcomeOf, titleOf } from "./finished.js";
import { icon } from "./icons.js";
import { lang, list, t } from "./language.js";
import { recall, remember } from "./memory.js";
import { notify, showWaiting } from "./notices.js";
import * as server from "./server.js";
import { play } from "./sound.js";

const AGAIN = 15_000;
const SELDOM = 60_000;
const MOST = 12;
const FEW = 4; // as many as home.css shows at first
const MOST_FINISHED = 3;

/** @typedef {Map<string, Game>} Games by name */
/** @typedef {Record<"mine" | "open" | "playing", TableRow[]>} Rows */

/** Show them, and look again now and then while somebody is looking. @param {Game[]} games */
export function showTables(games) {
  // Who has games going is given room for them at once, so that nothing moves when they are known.
  find("mine").hidden = !recall("plays", false);
  const byName = new Map(games.map((game) => [game.name, game]));
  const look = () => refresh(byName);
  const isSeen = () => document.visibilityState === "visible";
  look();
  setInterval(() => isSeen() && look(), AGAIN);
  // Who looks at something else is told that a game waits, a little later.
  setInterval(() => isSeen() || look(), SELDOM);
  document.addEventListener("visibilitychange", () => isSeen() && look());
}

/** @param {Games} games */
async function refresh(games) {
  const asked = [server.mine(false), server.tables("open"), server.tables("playing"), server.mine(true)];
  const [mine, open, playing, over] = await Promise.all(asked.map(orNothing));
  const rows = sorted([mine, open, playing]);
  remember("plays", rows.mine.length > 0);
  const waiting = rows.mine.filter(({ pending }) => pending);
  showCalls(waiting.length);
  callFor(waiting, games);
  show("mine", rows.mine, games, "home.continue");
  showFinished(finished(over).slice(0, MOST_FINISHED), games);
  show("open", rows.open, games, "home.join", "home.none-open");
  show("playing", rows.playing, games, "home.watch", "home.none-playing");
  for (const name of games.keys()) showLive(name, rows);
}

/** The tables that were known to wait for me; null: nobody has looked yet. @type {Set<string> | null} */
let known = null;

/** Tell of those that wait now, and did not. @param {TableRow[]} waiting @param {Games} games */
function callFor(waiting, games) {
  for (const row of waiting) {
    if (!known || known.has(row.table)) continue;
    play("yours");
    notify(row.table, titleOf(row, games.get(row.game)), who(row));
  }
  known = new Set(waiting.map(({ table }) => table));
}

/** How many games wait for me: over their list, and in the tab. @param {number} waiting */
function showCalls(waiting) {
  find("mine-title").textContent = t(waiting ? "home.yours" : "home.mine");
  find("mine-count").textContent = String(waiting);
  find("mine-count").hidden = !waiting;
  document.title = waiting ? `(${waiting}) ${t("app.name")}` : t("app.name");
  showWaiting(waiting);
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
  const list = find(`${id}-list`);
  const lines = rows.slice(0, MOST).map((row) => line(row, games.get(row.game), act));
  list.replaceChildren(...(lines.length ? lines : [make("li", { class: "soft" }, t(none ?? ""))]));
  list.nextElementSibling?.remove();
  if (lines.length > FEW && !list.classList.contains("tables--whole")) list.after(allButton(list, lines.length));
}

/** Shows all of a list. @param {HTMLElement} list @param {number} n */
function allButton(list, n) {
  const show = (/** @type {{ currentTarget: HTMLButtonElement }} */ { currentTarget }) => {
    list.classList.add("tables--whole");
    list.children[FEW].querySelector("a")?.focus();
    currentTarget.remove();
  };
  return button(t("home.all-tables", { n }), show, "button--small button--quiet all-tables");
}

/** My last games. @param {Finished[]} rows @param {Games} games */
function showFinished(rows, games) {
  find("finished").hidden = rows.length === 0;
  if (!isNew(find("finished"), rows)) return;
  const lines = rows.map((row) => {
    const outcome = outcomeOf(row);
    const how = make("strong", { class: `outcome--${outcome.kind}` }, outcome.words);
    return lineOf(server.replayOf(row.table, row.mine[0]), row, games.get(row.game), [
      make("span", { class: "small soft who" }, how, " · ", againstWords(row)),
      make("span", { class: "go" }, t("home.review")),
    ]);
  });
  find("finished-list").replaceChildren(...lines);
}

/** @param {TableRow} row @param {Game | undefined} game @param {string} act */
function line(row, game, act) {
  const go = row.pending
    ? make("span", { class: "go go--main" }, icon("play"), make("span", { class: "visually-hidden" }, t("home.yours")))
    : make("span", { class: "go" }, t(act));
  return lineOf(`/t/${row.table}`, row, game, [
    make("span", { class: "small soft who" }, row.seat === undefined ? who(row) : company(row, row.seat)),
    go,
  ]);
}

/** @param {string} href @param {TableRow} row @param {Game | undefined} game
 * @param {[HTMLElement, HTMLElement]} more who is there, and what one can do
 */
function lineOf(href, row, game, [people, act]) {
  const cover = make("img", { class: "line-picture", src: server.pictureOf(row.game), alt: "", width: 52, height: 52 });
  const mode = modeOf(row, game);
  if (mode) people.prepend(mode, " · ");
  const words = make("span", { class: "grow" }, make("span", { class: "title" }, game?.title ?? row.game), people);
  return make("li", {}, make("a", { class: "table-line", href, title: ago(row.changed) }, cover, words, act));
}

/** At a table of mine: against whom, and what is free. @param {TableRow} row @param {number} seat */
function company(row, seat) {
  const others = row.seats.filter(({ free }, i) => !free && i !== seat);
  const free = row.seats.filter((one) => one.free).length;
  const against = others.length ? t("mine.against", { names: list(namesOf(others)) }) : "";
  return [against, free ? t("home.free", { n: free }) : ""].filter(Boolean).join(" · ");
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
