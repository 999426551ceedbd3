// The first page: the games, who one is, and what goes on at the tables.

import { showBar } from "./bar.js";
import { find, reason } from "./dom.js";
import { showGames } from "./games.js";
import { t } from "./language.js";
import { explainLevel, fillLevels, keepLevel } from "./levels.js";
import { askName } from "./name.js";
import * as server from "./server.js";
import { showTables } from "./tables.js";

const AGAIN = 4_000;

showBar();
askName(find("name", HTMLInputElement));
askLevel(find("level", HTMLSelectElement));
start();

async function start() {
  try {
    const games = await server.games();
    showGames(find("games"), find("panels"), games, complain);
    showTables(games);
  } catch (problem) {
    complain(problem);
  }
  showReadiness();
}

/** @param {HTMLSelectElement} select */
function askLevel(select) {
  fillLevels(select);
  explainLevel(select);
  select.addEventListener("change", () => keepLevel(Number(select.value)));
}

/** While games compile at the first start, bots answer at a glance: say so quietly, until they are ready. */
async function showReadiness() {
  const line = find("readiness");
  const { ready } = await server.health().catch(() => ({ ready: {} }));
  const isReady = Object.values(ready).every((state) => state === "ready");
  const words = isReady ? "" : t("home.preparing");
  if (line.textContent !== words) line.textContent = words;
  if (!isReady) setTimeout(showReadiness, AGAIN);
}

/** Say what went wrong; null: nothing. @param {unknown} problem */
function complain(problem) {
  const line = find("trouble");
  line.textContent = problem ? reason(problem) : "";
  line.hidden = !problem;
  if (problem) line.scrollIntoView({ block: "nearest" });
}
