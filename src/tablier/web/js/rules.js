// A game's rules: every rule has its number, and can be pointed at.

/** @import { RulesPage } from "./wire.js" */

import { putOnPage } from "./art.js";
import { barLink, showBar } from "./bar.js";
import { find, make, reason } from "./dom.js";
import { t } from "./language.js";
import * as server from "./server.js";

const game = location.pathname.split("/").at(-1) ?? "";

const learn = barLink(`/learn/${game}`, t("app.learn"));

showBar(learn);
start();

async function start() {
  try {
    show(await server.rules(game));
  } catch (problem) {
    find("title").classList.remove("is-waiting");
    find("rules").replaceWith(make("p", { class: "note note--bad", role: "alert" }, reason(problem)));
  }
}

/** @param {RulesPage} page */
function show({ title, contents, html, lessons, art }) {
  if (art) putOnPage(art);
  if (!lessons) learn.remove();
  document.title = `${title} · ${t("app.rules")}`;
  find("title").textContent = title;
  const lines = contents.map(({ id, words, level }) =>
    make("li", { class: `level-${level}` }, make("a", { href: `#${id}` }, words)),
  );
  find("contents").replaceChildren(...lines);
  // Our own server's page, in which the text can hold no tags.
  find("rules").innerHTML = html;
  for (const waiting of document.querySelectorAll(".is-waiting")) waiting.classList.remove("is-waiting");
  find("ways").append(
    ...(lessons ? [make("a", { class: "button button--main", href: `/learn/${game}` }, t("rules.learn"))] : []),
    make("a", { class: "button", href: "/" }, t("rules.play")),
  );
  unfoldWhereWide();
  point();
  addEventListener("hashchange", point);
  watchReading();
}

/** Show the rule that the address points at. What the sheet says and what was ruled may be two items with one number. */
function point() {
  for (const old of document.querySelectorAll(".is-target")) old.classList.remove("is-target");
  const id = decodeURIComponent(location.hash.slice(1));
  const first = document.getElementById(id);
  if (!first) return;
  /** @type {HTMLElement | null} */
  let part = first;
  for (let n = 2; part; n++) {
    part.classList.add("is-target");
    part = document.getElementById(`${id}-${n}`);
  }
  first.scrollIntoView({ block: first.matches("li") ? "center" : "start" });
  first.setAttribute("tabindex", "-1");
  first.focus({ preventScroll: true });
}

function unfoldWhereWide() {
  const wide = matchMedia("(min-width: 62rem)");
  const fold = () => (find("contents-fold", HTMLDetailsElement).open = wide.matches);
  fold();
  wide.addEventListener("change", fold);
}

/** Mark in the contents where one is reading. */
function watchReading() {
  const found = [...find("contents").querySelectorAll("a")];
  const links = new Map(found.map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = [...links.keys()].map((id) => find(id));
  const mark = () => {
    const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    const current = passed ?? headings[0];
    for (const [id, link] of links) link.toggleAttribute("aria-current", id === current?.id);
  };
  mark();
  addEventListener("scroll", mark, { passive: true });
}
