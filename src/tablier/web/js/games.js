// The games on the first page: a picture, what it is like, and one click to be playing.

import { lang, t } from "./language.js";
import { level } from "./levels.js";
import { make } from "./dom.js";
import { openAndGo, seatsOf } from "./opening.js";
import { prepare } from "./preparing.js";

export function showGames(list, games, complain) {
  list.replaceChildren(...games.map((game) => card(game, complain)));
}

function card(game, complain) {
  const heading = make("h3", { class: "title game-title", id: `game-${game.name}` }, game.title);
  return make(
    "li",
    { class: "game panel" },
    make(
      "a",
      { class: "game-picture", href: `/learn/${game.name}`, tabindex: "-1", "aria-hidden": "true" },
      picture(game),
    ),
    make(
      "div",
      { class: "game-words" },
      heading,
      make("p", { class: "game-summary" }, game.summary.replaceAll("'", "’")),
      make("p", { class: "small soft game-facts" }, `${players(game)} · ${t("home.minutes", between(game.minutes))}`),
      make("p", { class: "small game-live", "data-live": game.name }),
      make("div", { class: "game-ways", role: "group", "aria-labelledby": heading.id }, ways(game, complain)),
      make(
        "p",
        { class: "game-links small" },
        make(
          "button",
          { class: "link", type: "button", "aria-haspopup": "dialog", onclick: () => prepare(game, complain) },
          t("home.prepare"),
        ),
        make("a", { href: `/learn/${game.name}`, "aria-label": `${t("home.learn")} : ${game.title}` }, t("home.learn")),
        make("a", { href: `/rules/${game.name}`, "aria-label": `${t("home.rules")} : ${game.title}` }, t("home.rules")),
      ),
    ),
  );
}

function picture(game) {
  return make("img", {
    src: `/api/v1/games/${game.name}/picture.svg?lang=${lang}`,
    alt: "",
    width: 600,
    height: 400,
    decoding: "async",
  });
}

function players(game) {
  const counts = game.variants.map(({ seats }) => seats.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? t("home.players", { n: least }) : t("home.players-between", { least, most });
}

function between([least, most]) {
  return { least, most };
}

function ways(game, complain) {
  const count = game.seats.length;
  const table = (seats, listed) => ({ game: game.name, seats, listed });
  const against = t(count > 2 ? "home.against-many" : "home.against");
  return [
    make(
      "button",
      {
        class: "button button--main play",
        type: "button",
        "aria-label": t("home.play-label", { game: game.title }),
        onclick: go(() => table(seatsOf(count, { who: "bot", level: level() }), true)),
      },
      make("span", {}, t("home.play"), " ", make("span", { class: "play-against" }, against)),
    ),
    button(
      "home.here",
      "home.here-title",
      go(() => table(seatsOf(count, { who: "me" }), false)),
    ),
    button(
      "home.link",
      "home.link-title",
      go(() => table(seatsOf(count, { who: "link" }), false)),
    ),
  ];

  function go(wish) {
    return (event) => hurry(event.currentTarget, complain, () => openAndGo(wish()));
  }
}

function button(words, title, onclick) {
  return make("button", { class: "button button--small", type: "button", title: t(title), onclick }, t(words));
}

/** Do it once; a button that works does not change its size. */
export async function hurry(button, complain, act) {
  if (button.getAttribute("aria-disabled") === "true") return;
  complain(null);
  button.setAttribute("aria-disabled", "true");
  try {
    await act();
  } catch (problem) {
    complain(problem);
    button.removeAttribute("aria-disabled");
  }
}

// Who comes back with the browser's button finds everything as it was, working buttons too.
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("[aria-disabled=true]")) button.removeAttribute("aria-disabled");
});
