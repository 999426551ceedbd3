// The first page: the games, who one is, and what goes on at the tables.

import { barLink, showBar } from "./bar.js";
import { showGames } from "./games.js";
import { t } from "./language.js";
import { keepLevel, level, levelName, LEVELS } from "./levels.js";
import { make } from "./dom.js";
import { askName } from "./name.js";
import { ask } from "./net.js";
import { showTables } from "./tables.js";
import "./words/home.js";

const AGAIN = 4_000;

showBar(barLink("/replay", t("app.replay")));
askName(document.getElementById("name"));
askLevel(document.getElementById("level"));
start();

async function start() {
  try {
    const games = await ask("/games");
    showGames(document.getElementById("games"), games, complain);
    showTables(games);
  } catch (problem) {
    complain(problem);
  }
  showReadiness();
}

function askLevel(select) {
  select.append(...LEVELS.map((one) => make("option", { value: one, selected: one === level() }, levelName(one))));
  select.addEventListener("change", () => keepLevel(Number(select.value)));
}

/** While games compile at the first start, bots answer at a glance: say so quietly, until they are ready. */
async function showReadiness() {
  const line = document.getElementById("readiness");
  const { ready } = await ask("/health").catch(() => ({ ready: {} }));
  const isReady = Object.values(ready).every((state) => state === "ready");
  const words = isReady ? "" : t("home.preparing");
  if (line.textContent !== words) line.textContent = words;
  if (!isReady) setTimeout(showReadiness, AGAIN);
}

function complain(problem) {
  const line = document.getElementById("trouble");
  line.textContent = problem ? problem.message : "";
  line.hidden = !problem;
  if (problem) line.scrollIntoView({ block: "nearest" });
}
