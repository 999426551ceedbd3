// The games on the first page: a cover for each, and below them the modes of the one that is looked at.

/** @import { IconName } from "./icons.js" */
/** @import { Game } from "./wire.js" */

import { make } from "./dom.js";
import { icon } from "./icons.js";
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
    make("span", { class: "cover-facts", "aria-hidden": "true" }, players(game), make("br"), minutes(game)),
  );
}

/** @param {Game} game @param {Complain} complain */
function panel(game, complain) {
  const facts = isAsLongInEveryMode(game) ? `${players(game)} · ${minutes(game)}` : players(game);
  return make(
    "section",
    { class: "game panel", role: "tabpanel", id: `modes-${game.name}`, "aria-labelledby": `game-${game.name}` },
    make("img", {
      class: "game-picture",
      src: server.pictureOf(game.name),
      alt: "",
      loading: "lazy",
      decoding: "async",
    }),
    make(
      "div",
      { class: "game-head" },
      make("h2", { class: "game-title" }, game.title),
      make("p", { class: "game-summary" }, game.summary),
      make("p", { class: "visually-hidden game-facts" }, facts),
    ),
    make("div", { class: "modes" }, ...game.modes.map((mode) => modeCard(game, mode, complain))),
    make(
      "div",
      { class: "game-foot" },
      game.lessons && link(game, "learn", "cap"),
      link(game, "rules", "book"),
      make("p", { class: "small game-live", "data-live": game.name }),
    ),
  );
}

/** @param {Game} game @param {"learn" | "rules"} page @param {IconName} picture */
function link(game, page, picture) {
  const words = t(`home.${page}`);
  const where = { class: "game-link", href: `/${page}/${game.name}`, "aria-label": `${words} : ${game.title}` };
  const help = make("span", { class: "small soft" }, t(`home.${page}-help`));
  return make("a", where, icon(picture), make("span", {}, make("strong", {}, words), help));
}

/** @param {Game} game */
function players({ players: [least, most] }) {
  return least === most ? t("home.players", { n: least }) : t("home.players-between", { least, most });
}
