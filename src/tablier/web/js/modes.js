// A mode of a game on the first page: a picture, a sentence, what is chosen with it, and one click to be playing.

/** @import { Complain } from "./games.js" */
/** @import { IconName } from "./icons.js" */
/** @import { Game, Mode, NewTable, Options, SeatWish } from "./wire.js" */

import { make } from "./dom.js";
import { Field } from "./fields.js";
import { hurry } from "./hurry.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { usualLevel } from "./levels.js";
import { openAndGo, seatsOf } from "./opening.js";
import { prepare } from "./preparing.js";
import * as server from "./server.js";

/** Whether it is enough to say once how long a game takes. @param {Game} game */
export function isAsLongInEveryMode(game) {
  return game.modes.every((mode) => minutes(mode) === minutes(game));
}

/** How long it takes people, in words. @param {Game | Mode} what */
export function minutes({ minutes: [least, most] }) {
  return t("home.minutes", { least, most });
}

/** @param {Game} game @param {Mode} mode @param {Complain} complain */
export function modeCard(game, mode, complain) {
  const heading = make("h3", { class: "mode-title", id: `mode-${game.name}-${mode.name}` }, mode.title);
  /** What was chosen on the card. @type {Options} */
  const chosen = {};
  const asks = mode.asks.map(
    (asked) => new Field(asked, game.name, (value) => (chosen[asked.name] = value), heading.id),
  );
  return make(
    "div",
    { class: "mode", role: "group", "aria-labelledby": heading.id, "data-mode": mode.name },
    make("img", {
      class: "mode-picture",
      src: server.pictureOf(game.name, mode.name),
      alt: "",
      width: 640,
      height: 300,
      loading: "lazy",
      decoding: "async",
    }),
    make(
      "div",
      { class: "mode-words" },
      heading,
      make("p", { class: "mode-summary" }, mode.summary, ...howLong(game, mode)),
      ...asks.map(({ element }) => element),
      make("div", { class: "mode-ways" }, ...ways(game, mode, chosen, complain)),
    ),
  );
}

/** Where modes differ in that, how long this one takes. @param {Game} game @param {Mode} mode */
function howLong(game, mode) {
  return isAsLongInEveryMode(game) ? [] : [" ", make("span", { class: "soft mode-minutes" }, minutes(mode))];
}

/** @param {Game} game @param {Mode} mode @param {Options} chosen @param {Complain} complain */
function ways(game, mode, chosen, complain) {
  /** @param {() => SeatWish} others @param {boolean} listed */
  const go =
    (others, listed) =>
    (/** @type {MouseEvent} */ { currentTarget }) => {
      if (!(currentTarget instanceof HTMLElement)) return;
      hurry(currentTarget, complain, async () => openAndGo(await wish(game, mode, chosen, others(), listed)));
    };
  const against = make("span", { class: "play-against" }, t(`home.${company(mode)}`));
  const main = {
    class: "button button--main play",
    type: "button",
    "aria-label": t("home.play-label", { game: game.title, mode: mode.title, against: against.textContent }),
    onclick: go(() => ({ who: "bot", level: usualLevel() }), false),
  };
  const more = {
    class: "link small",
    type: "button",
    "aria-haspopup": "dialog",
    onclick: () => prepare(game, mode, { ...chosen }, complain),
  };
  return [
    make("button", main, icon("play"), make("span", { class: "play-words" }, t("home.play"), " ", against)),
    small("screen", "home.here", go(() => ({ who: "me" }), false)), // prettier-ignore
    small("link", "home.link", go(() => ({ who: "link" }), false)), // prettier-ignore
    make("button", more, t("home.more")),
  ];
}

/** With whom one plays: a bot, several, or bots on both sides. @param {Mode} mode */
function company({ seats }) {
  if (seats.length === 2) return "against";
  return seats.some(({ team }) => team !== undefined) ? "with-bots" : "against-many";
}

/** The table that one asks for with a click. How many sit there may depend on what was chosen.
 * @param {Game} game @param {Mode} mode @param {Options} chosen @param {SeatWish} others @param {boolean} listed
 * @returns {Promise<NewTable>}
 */
async function wish(game, mode, chosen, others, listed) {
  const options = { ...mode.options, ...chosen };
  const { seats } = Object.keys(chosen).length ? await server.settle(game.name, options) : mode;
  return { game: game.name, options, seats: seatsOf(seats.length, others), listed };
}

/** @param {IconName} picture @param {string} key of its words @param {(event: MouseEvent) => void} onclick */
function small(picture, key, onclick) {
  const how = { class: "button button--small button--quiet", type: "button", title: t(`${key}-title`), onclick };
  return make("button", how, icon(picture), t(key));
}
