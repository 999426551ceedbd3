// A game's rules: every rule has its number, and can be pointed at.

import { barLink, showBar } from "./bar.js";
import { find, make } from "./dom.js";
import { t } from "./language.js";
import { ask } from "./net.js";
import "./words/pages.js";

const game = location.pathname.split("/").at(-1);

showBar(barLink(`/learn/${game}`, t("app.learn")));
start();

async function start() {
  try {
    show(await ask(`/games/${game}/rules`));
  } catch (problem) {
    find("title").classList.remove("is-waiting");
    find("rules").replaceWith(make("p", { class: "note note--bad", role: "alert" }, problem.message));
  }
}

function show({ title, contents, html }) {
  document.title = `${title} · ${t("app.rules")}`;
  find("title").textContent = title;
  find("contents").replaceChildren(
    ...contents.map(({ id, words, level }) =>
      make("li", { class: `level-${level}` }, make("a", { href: `#${id}` }, words)),
    ),
  );
  // Our own server's page, in which the text can hold no tags.
  find("rules").innerHTML = html;
  for (const waiting of document.querySelectorAll(".is-waiting")) waiting.classList.remove("is-waiting");
  find("ways").append(
    make("a", { class: "button button--main", href: `/learn/${game}` }, t("rules.learn")),
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
  const first = id && find(id);
  if (!first) return;
  for (let part = first, n = 2; part; part = find(`${id}-${n++}`)) part.classList.add("is-target");
  first.scrollIntoView({ block: first.matches("li") ? "center" : "start" });
  first.setAttribute("tabindex", "-1");
  first.focus({ preventScroll: true });
}

function unfoldWhereWide() {
  const wide = matchMedia("(min-width: 62rem)");
  const fold = () => (find("contents-fold").open = wide.matches);
  fold();
  wide.addEventListener("change", fold);
}

/** Mark in the contents where one is reading. */
function watchReading() {
  const links = new Map(
    [...find("contents").querySelectorAll("a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const headings = [...links.keys()].map(find);
  const mark = () => {
    const current =
      headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3) ?? headings[0];
    for (const [id, link] of links) link.toggleAttribute("aria-current", id === current?.id);
  };
  mark();
  addEventListener("scroll", mark, { passive: true });
}
