// The games on the first page: a cover for each, and below them the modes of the one that is looked at.

/** @import { Game } from "./wire.js" */

import { make } from "./dom.js";
import { t } from "./language.js";
import { recall, remember } from "./memory.js";
import { isAsLongInEveryMode, minutes, modeCard } from "./modes.js";
import * as server from "./server.js";
import { setUpTabs } from "./tabs.js";

/** @typedef {(problem: unknown) => void} Complain say what went wrong; null: nothing */

/** @param {HTMLElement} covers @param {HTMLElement} panels @param {Game[]} games @param {Complain} complain */
export function showGames(covers, panels, games, complain) {
  const tabs = games.map(cover);
  covers.replaceChildren(...tabs);
  panels.replaceChildren(...games.map((game) => panel(game, complain)));
  const open = setUpTabs(tabs, (tab) => remember("game", tab.dataset.game));
  open(tabs.find(({ dataset }) => dataset.game === first(games)) ?? tabs[0]);
}

/** The game that was looked at last; to begin with, one that has much to choose from. @param {Game[]} games */
function first(games) {
  const kept = recall("game", "");
  if (games.some(({ name }) => name === kept)) return kept;
  return games.toSorted((a, b) => b.modes.length - a.modes.length)[0].name;
}

/** @param {Game} game */
function cover(game) {
  return make(
    "button",
    {
      class: "cover",
      type: "button",
      role: "tab",
      id: `game-${game.name}`,
      "data-game": game.name,
      "aria-controls": `modes-${game.name}`,
    },
    make("img", { src: server.pictureOf(game.name), alt: "", width: 480, height: 560, decoding: "async" }),
    make("span", { class: "cover-title title" }, game.title),
  );
}

/** @param {Game} game @param {Complain} complain */
function panel(game, complain) {
  const facts = isAsLongInEveryMode(game) ? `${players(game)} · ${minutes(game)}` : players(game);
  return make(
    "section",
    { class: "game panel", role: "tabpanel", id: `modes-${game.name}`, "aria-labelledby": `game-${game.name}` },
    make(
      "div",
      { class: "game-head" },
      make("h2", { class: "game-title" }, game.title),
      make("p", { class: "game-summary" }, game.summary),
      make("p", { class: "small soft game-facts" }, facts),
      make("p", { class: "small game-links" }, game.lessons && link(game, "learn"), link(game, "rules")),
      make("p", { class: "small game-live", "data-live": game.name }),
    ),
    make("div", { class: "modes" }, ...game.modes.map((mode) => modeCard(game, mode, complain))),
  );
}

/** @param {Game} game @param {"learn" | "rules"} page */
function link(game, page) {
  const words = t(`home.${page}`);
  return make("a", { href: `/${page}/${game.name}`, "aria-label": `${words} : ${game.title}` }, words);
}

/** @param {Game} game */
function players({ players: [least, most] }) {
  return least === most ? t("home.players", { n: least }) : t("home.players-between", { least, most });
}
