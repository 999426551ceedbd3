// The games on the first page: a picture, what it is like, and one click to be playing.

/** @import { Game, NewTable, SeatWish } from "./wire.js" */

import { make } from "./dom.js";
import { hurry } from "./hurry.js";
import { t } from "./language.js";
import { usualLevel } from "./levels.js";
import { openAndGo, seatsOf } from "./opening.js";
import { prepare } from "./preparing.js";
import * as server from "./server.js";

/** @typedef {(problem: unknown) => void} Complain say what went wrong; null: nothing */

/** @param {HTMLElement} list @param {Game[]} games @param {Complain} complain */
export function showGames(list, games, complain) {
  list.replaceChildren(...games.map((game) => card(game, complain)));
}

/** @param {Game} game @param {Complain} complain */
function card(game, complain) {
  const heading = make("h3", { class: "title game-title", id: `game-${game.name}` }, game.title);
  const [least, most] = game.minutes;
  return make(
    "li",
    { class: "game panel" },
    make(
      "a",
      {
        class: "game-picture",
        href: `/${game.lessons ? "learn" : "rules"}/${game.name}`,
        tabindex: "-1",
        "aria-hidden": "true",
      },
      make("img", { src: server.pictureOf(game.name), alt: "", width: 600, height: 400, decoding: "async" }),
    ),
    make(
      "div",
      { class: "game-words" },
      heading,
      make("p", { class: "game-summary" }, game.summary),
      make("p", { class: "small soft game-facts" }, `${players(game)} · ${t("home.minutes", { least, most })}`),
      make("p", { class: "small game-live", "data-live": game.name }),
      make("div", { class: "game-ways", role: "group", "aria-labelledby": heading.id }, ...ways(game, complain)),
      links(game, complain),
    ),
  );
}

/** @param {Game} game @param {Complain} complain */
function links(game, complain) {
  const open = { class: "link", type: "button", "aria-haspopup": "dialog", onclick: () => prepare(game, complain) };
  return make(
    "p",
    { class: "game-links small" },
    make("button", open, t("home.prepare")),
    ...(game.lessons ? [link(game, "learn")] : []),
    link(game, "rules"),
  );
}

/** @param {Game} game @param {"learn" | "rules"} page */
function link(game, page) {
  const words = t(`home.${page}`);
  return make("a", { href: `/${page}/${game.name}`, "aria-label": `${words} : ${game.title}` }, words);
}

/** @param {Game} game */
function players(game) {
  const counts = game.variants.map(({ seats }) => seats.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? t("home.players", { n: least }) : t("home.players-between", { least, most });
}

/** @param {Game} game @param {Complain} complain */
function ways(game, complain) {
  const count = game.seats.length;
  const against = t(count > 2 ? "home.against-many" : "home.against");
  /** @param {() => SeatWish} others @param {boolean} listed */
  const go =
    (others, listed) =>
    (/** @type {MouseEvent} */ { currentTarget }) => {
      /** @type {NewTable} */
      const wish = { game: game.name, seats: seatsOf(count, others()), listed };
      if (currentTarget instanceof HTMLElement) hurry(currentTarget, complain, () => openAndGo(wish));
    };
  const main = {
    class: "button button--main play",
    type: "button",
    "aria-label": t("home.play-label", { game: game.title }),
    onclick: go(() => ({ who: "bot", level: usualLevel() }), true),
  };
  const words = make("span", {}, t("home.play"), " ", make("span", { class: "play-against" }, against));
  return [
    make("button", main, words),
    small(
      "home.here",
      "home.here-title",
      go(() => ({ who: "me" }), false),
    ),
    small(
      "home.link",
      "home.link-title",
      go(() => ({ who: "link" }), false),
    ),
  ];
}

/** @param {string} words @param {string} title @param {(event: MouseEvent) => void} onclick */
function small(words, title, onclick) {
  return make("button", { class: "button button--small", type: "button", title: t(title), onclick }, t(words));
}
