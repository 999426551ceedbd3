// The tables on the first page: one's own, those that wait for somebody, those where others play.

import { lang, list, t } from "./language.js";
import { levelName } from "./levels.js";
import { make } from "./dom.js";
import { ask, introduce, recall, remember } from "./net.js";

const AGAIN = 15_000;
const MOST = 8;

/** Show them, and look again now and then while somebody is looking. */
export function showTables(games) {
  // Who has games going is given room for them at once, so that nothing moves when they are known.
  document.getElementById("mine").hidden = !recall("plays", false);
  const titles = new Map(games.map((game) => [game.name, game]));
  const look = () => document.visibilityState === "visible" && refresh(titles);
  look();
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
}

async function refresh(games) {
  const nobody = () => [];
  const [mine, open, playing] = await Promise.all([
    introduce()
      .then(() => ask("/mine"))
      .catch(nobody),
    ask("/tables?status=open").catch(nobody),
    ask("/tables?status=playing").catch(nobody),
  ]);
  const own = new Set(mine.map(({ table }) => table));
  const others = (rows) => rows.filter(({ table }) => !own.has(table));
  const unfinished = firstMine(onlyOnce(mine.filter(({ status }) => status !== "over")));
  remember("plays", unfinished.length > 0);
  const free = others(open).filter(isFree);
  show("mine", unfinished, games, "home.continue");
  show("open", free, games, "home.join", "home.none-open");
  show("playing", others(playing), games, "home.watch", "home.none-playing");
  for (const name of games.keys()) showLive(name, { mine: unfinished, open: free, playing: others(playing) });
}

/** On a game's card: my own game of it, tables that wait, games to watch. */
function showLive(name, rows) {
  const of = (kind) => rows[kind].filter(({ game }) => game === name);
  const [mine, open, playing] = [of("mine"), of("open"), of("playing")];
  const links = [];
  if (mine.length) links.push([`/t/${mine[0].table}`, t("home.live-mine")]);
  if (open.length)
    links.push([open.length === 1 ? `/t/${open[0].table}` : "#open", t("home.live-open", { n: open.length })]);
  if (playing.length)
    links.push([
      playing.length === 1 ? `/t/${playing[0].table}` : "#playing",
      t("home.live-playing", { n: playing.length }),
    ]);
  const line = document.querySelector(`[data-live="${name}"]`);
  const drawn = JSON.stringify(links);
  if (line.dataset.drawn === drawn) return;
  line.dataset.drawn = drawn;
  line.replaceChildren(...links.map(([href, words]) => make("a", { href }, words)));
}

/** Who sits on several seats of a table is to act there if one of them is. */
function onlyOnce(rows) {
  const tables = new Map();
  for (const row of rows)
    tables.set(row.table, { ...row, pending: row.pending || (tables.get(row.table)?.pending ?? false) });
  return [...tables.values()];
}

/** Where it is for me to play comes first. */
function firstMine(rows) {
  return [...rows.filter(({ pending }) => pending), ...rows.filter(({ pending }) => !pending)];
}

function isFree({ seats }) {
  return seats.some(({ free, who }) => free && who === "anyone");
}

function show(id, rows, games, act, none) {
  const section = document.getElementById(id);
  section.hidden = !none && rows.length === 0;
  const drawn = JSON.stringify(rows);
  if (section.dataset.drawn === drawn) return;
  section.dataset.drawn = drawn;
  const lines = rows.slice(0, MOST).map((row) => line(row, games.get(row.game), act));
  document
    .getElementById(`${id}-list`)
    .replaceChildren(...(lines.length ? lines : [make("li", { class: "soft" }, t(none ?? ""))]));
}

function line(row, game, act) {
  const yours = row.pending ? [make("strong", { class: "yours" }, t("home.yours")), " · "] : [];
  return make(
    "li",
    {},
    make(
      "a",
      { class: "table-line", href: `/t/${row.table}` },
      make(
        "span",
        { class: "grow" },
        make("span", { class: "title" }, game?.title ?? row.game),
        make("span", { class: "small soft who" }, yours, who(row)),
      ),
      make("span", { class: "small soft ago" }, ago(row.changed)),
      make(
        "span",
        { class: `button button--small${row.pending ? " button--main" : ""}` },
        t(row.pending ? "home.play" : act),
      ),
    ),
  );
}

function who({ seats }) {
  const taken = seats.filter(({ free }) => !free);
  const bots = taken.filter(({ who }) => who === "bot");
  const names = taken.filter(({ who }) => who !== "bot").map(({ name }) => name);
  if (bots.length === 1) names.push(t("home.bot", { level: levelName(bots[0].level) }));
  else if (bots.length) names.push(t("home.bots", { n: bots.length }));
  const free = seats.length - taken.length;
  return [names.length ? list(names) : "", free ? t("home.free", { n: free }) : ""].filter(Boolean).join(" · ");
}

const spans = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });

function ago(milliseconds) {
  const minutes = Math.round((milliseconds - Date.now()) / 60_000);
  if (minutes >= 0) return t("home.now");
  if (minutes > -60) return spans.format(minutes, "minute");
  if (minutes > -24 * 60) return spans.format(Math.round(minutes / 60), "hour");
  return spans.format(Math.round(minutes / 1440), "day");
}
