// The tables on the first page: one's own, those that wait for somebody, those where others play.

import { lang, list, t } from "./language.js";
import { levelName } from "./levels.js";
import { make } from "./dom.js";
import { ask, introduce } from "./net.js";

const AGAIN = 15_000;
const MOST = 8;

/** Show them, and look again now and then while somebody is looking. */
export function showTables(games) {
  const titles = new Map(games.map((game) => [game.name, game]));
  const look = () => document.visibilityState === "visible" && refresh(titles);
  look();
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
}

async function refresh(games) {
  const nobody = () => [];
  const [mine, open, playing] = await Promise.all([
    introduce().then(() => ask("/mine")).catch(nobody),
    ask("/tables?status=open").catch(nobody),
    ask("/tables?status=playing").catch(nobody),
  ]);
  const own = new Set(mine.map(({ table }) => table));
  const others = (rows) => rows.filter(({ table }) => !own.has(table));
  const unfinished = onlyOnce(mine.filter(({ status }) => status !== "over"));
  show("mine", unfinished, games, "home.continue");
  show("open", others(open).filter(isFree), games, "home.join", "home.none-open");
  show("playing", others(playing), games, "home.watch", "home.none-playing");
}

function onlyOnce(rows) {
  return [...new Map(rows.map((row) => [row.table, row])).values()];
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
  document.getElementById(`${id}-list`).replaceChildren(...(lines.length ? lines : [make("li", { class: "soft" }, t(none ?? ""))]));
}

function line(row, game, act) {
  const title = game?.title ?? row.game;
  return make(
    "li",
    {},
    make(
      "a",
      { class: "table-line", href: `/t/${row.table}` },
      make("span", { class: "grow" }, make("span", { class: "title" }, title), make("span", { class: "small soft who" }, who(row))),
      make("span", { class: "small soft ago" }, ago(row.changed)),
      make("span", { class: "button button--small" }, t(act)),
    ),
  );
}

function who({ seats }) {
  const names = seats.filter(({ free }) => !free).map(({ who, name, level }) => (who === "bot" ? t("prepare.bot-level", { level: levelName(level) }) : name));
  const free = seats.filter((seat) => seat.free).length;
  const parts = [...(names.length ? [list(names)] : []), ...(free ? [t("home.free", { n: free })] : [])];
  return parts.join(" · ");
}

const spans = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });

function ago(milliseconds) {
  const minutes = Math.round((milliseconds - Date.now()) / 60_000);
  if (minutes > -60) return spans.format(Math.min(0, minutes), "minute");
  if (minutes > -24 * 60) return spans.format(Math.round(minutes / 60), "hour");
  return spans.format(Math.round(minutes / 1440), "day");
}
