// My games that are over: how each ended, and what one can still do with it.

/** @import { Finished } from "./finished.js" */
/** @import { Game } from "./wire.js" */

import { barLink, showBar } from "./bar.js";
import { button, confirm, find, make, reason } from "./dom.js";
import { againstWords, finished, outcomeOf, titleOf } from "./finished.js";
import { lang, t } from "./language.js";
import * as server from "./server.js";
import { shareGame } from "./sharing.js";

const dates = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeStyle: "short" });

showBar(barLink("/replay", t("app.replay")));
document.title = t("mine.title");
show();

async function show() {
  try {
    const [games, rows] = await Promise.all([server.games(), server.mine(true)]);
    const byName = new Map(games.map((game) => [game.name, game]));
    find("games").replaceChildren(...finished(rows).map((row) => entry(row, byName.get(row.game))));
    find("games").classList.remove("is-waiting");
    showWhetherEmpty();
  } catch (problem) {
    complain(problem);
  }
}

/** @param {Finished} row @param {Game} [game] */
function entry(row, game) {
  const { kind, words } = outcomeOf(row);
  const title = titleOf(row, game);
  const id = `game-${row.table}`;
  const item = make(
    "li",
    { class: "played panel panel--flat", "aria-labelledby": id },
    make("img", { class: "played-picture", src: server.pictureOf(row.game), alt: "", width: 72, height: 72 }),
    make("h2", { class: "played-title", id }, title),
    make("p", { class: `outcome outcome--${kind}` }, words),
    make("p", { class: "soft small" }, againstWords(row), " · ", when(row.changed)),
    make("div", { class: "row" }, ...ways(row, title, () => item.remove())),
  );
  return item;
}

/** What one can do with a game. @param {Finished} row @param {string} title @param {() => void} remove */
function ways({ table, mine }, title, remove) {
  return [
    make("a", { class: "button button--small button--main", href: server.replayOf(table, mine[0]) }, t("home.review")),
    button(t("share.do"), () => shareGame(table), "button--small"),
    make(
      "a",
      { class: "button button--small", href: server.gameFileOf(table), download: `${table}.txt` },
      t("end.file"),
    ),
    button(t("mine.delete"), () => forget(table, title, remove), "button--small button--quiet"),
  ];
}

/** @param {string} table @param {string} title @param {() => void} remove from the page */
async function forget(table, title, remove) {
  if (!(await confirm(t("mine.delete-title"), t("mine.delete-text", { title }), t("mine.delete"), t("do.cancel"))))
    return;
  try {
    await server.forget(table);
    remove();
    showWhetherEmpty();
  } catch (problem) {
    complain(problem);
  }
}

function showWhetherEmpty() {
  find("none").hidden = find("games").children.length > 0;
}

/** @param {number} milliseconds */
function when(milliseconds) {
  const date = new Date(milliseconds);
  return make("time", { datetime: date.toISOString() }, dates.format(date));
}

/** @param {unknown} problem */
function complain(problem) {
  find("trouble").textContent = reason(problem);
  find("trouble").hidden = false;
}
