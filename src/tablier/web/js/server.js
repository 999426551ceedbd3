// Questions to the server: `await server.games()`. What is refused is thrown as a Refused, whose message is in the reader's language.

/** @import { Attempted, Course, Game, Health, Hint, Moment, NewTable, OpenedAction, OpenedTable, Options, Refusal, RulesPage, Scene, Settled, Status, TableAnswer,
 *   TableRow, Verdict } from "./wire.js" */

import { compare } from "./edition.js";
import { form } from "./form.js";
import { lang, t } from "./language.js";
import { unpackedWhole } from "./unpacking.js";

export const API = "/api/v1";

export class Refused extends Error {
  /** @param {Refusal} told */
  constructor(told, status = 0) {
    super(told.words);
    this.code = told.code;
    this.rule = told.rule;
    this.option = told.option;
    this.detail = told.detail;
    this.status = status;
  }
}

/** Where a question goes, in the language of the page. @param {string} path */
function address(path) {
  const url = new URL(API + path, location.origin);
  url.searchParams.set("lang", lang);
  return url;
}

/** @param {string} path @param {RequestInit} request */
async function send(path, request) {
  const unreachable = { code: "net/unreachable", words: t("net.unreachable") };
  let answer;
  try {
    answer = await fetch(address(path), request);
  } catch {
    throw new Refused(unreachable);
  }
  compare({ pages: answer.headers.get("x-tablier-pages") });
  if (answer.ok) return answer;
  throw new Refused(await answer.json().catch(() => unreachable), answer.status);
}

/** @param {string} path @returns {Promise<any>} */
async function ask(path) {
  return (await send(path, {})).json();
}

/** @type {Promise<unknown> | undefined} */
let known;

/** Become known to the server, once a page; the secret stays in a cookie that no script can read. */
export function introduce() {
  known ??= oneTabAtATime(() => send("/people", { method: "POST" })).catch((problem) => {
    known = undefined;
    throw problem;
  });
  return known;
}

/**
 * Two tabs that are opened at once would become two people, and whoever has sat down in the meantime would lose their seat to the cookie that comes last.
 * So the second asks with the cookie that the first was given. Browsers have locks where there is https, and on the machine itself.
 *
 * @param {() => Promise<unknown>} work @returns {Promise<unknown>}
 */
function oneTabAtATime(work) {
  return navigator.locks ? navigator.locks.request("tablier-introduce", work) : work();
}

/** As the person that this browser is known as. @param {string} path @param {object} body @returns {Promise<any>} */
async function tell(path, body = {}) {
  await introduce();
  const answer = await send(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.status === 204 ? null : answer.json();
}

// --- games

/** @returns {Promise<Game[]>} */
export const games = () => ask("/games");

/** @param {string} game @returns {Promise<RulesPage>} */
export const rules = (game) => ask(`/games/${game}/rules`);

/** With its picture as pages work with it. @template {{ scene: any }} T @param {T} told @returns {T} */
const withScene = (told) => ({ ...told, scene: unpackedWhole(told.scene) });

/** @param {string} game @returns {Promise<Course>} */
export async function lessons(game) {
  const course = await ask(`/games/${game}/lessons?form=${form()}`);
  return { ...course, lessons: course.lessons.map(withScene) };
}

/** @param {string} game @param {number} number @param {string} action @returns {Promise<Attempted>} */
export const attempt = async (game, number, action) =>
  withScene(await tell(`/games/${game}/lessons/${number}?form=${form()}`, { action }));

/** What these options come to. @param {string} game @param {Options} options @returns {Promise<Settled>} */
export const settle = (game, options) => tell(`/games/${game}/seats`, { options });

/** What the game looks like, or something of it: a mode. @param {string} game @param {string} [which] */
export const pictureOf = (game, which) =>
  `${API}/games/${game}/${which ? `pictures/${which}` : "picture"}.svg?lang=${lang}`;

/** Its sheet of symbols. @param {string} game @param {string} version */
export const artOf = (game, version) => `${API}/games/${game}/art.svg?v=${version}`;

/** A link as a QR code: a picture, as text. @param {string} link */
export async function codeOf(link) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ link }) };
  return (await send("/qr", request)).text();
}

/** @returns {Promise<Health>} */
export const health = () => ask("/health");

// --- tables

/** @param {Status} status @returns {Promise<TableRow[]>} */
export const tables = (status) => ask(`/tables?status=${status}`);

/** The seats that I hold, of games that are not over, or that are. @param {boolean} isOver @returns {Promise<TableRow[]>} */
export const mine = (isOver) => introduce().then(() => ask(`/mine?over=${isOver}`));

/** Take a finished game off my list. @param {string} table */
export const forget = (table) => introduce().then(() => send(`/mine/${table}`, { method: "DELETE" }));

/** @param {NewTable} wish @returns {Promise<OpenedTable>} */
export const openTable = (wish) => tell("/tables", wish);

/** @param {string} table @returns {Promise<TableAnswer>} */
export const look = (table) => ask(`/tables/${table}`);

/** Sit down, or come back with a key from another device; gives a new key of the seat.
 * @param {string} table @param {number} seat @param {{ name?: string, entropy?: string, pledge?: string, key?: string }} [with_]
 * @returns {Promise<{ key: string, to_give: number[] }>} with the seats that are to give what they have pledged
 */
export const takeSeat = (table, seat, with_) => tell(`/tables/${table}/seats/${seat}`, with_);

/** Give what a seat has pledged. @param {string} table @param {number} seat @param {string} entropy @returns {Promise<unknown>} */
export const give = (table, seat, entropy) =>
  tell(`/tables/${table}/seats/${seat}/commands`, { id: `give-${entropy.slice(0, 16)}`, do: "give", entropy });

/** A new invitation to a free chair. @param {string} table @param {number} seat @returns {Promise<{ key: string }>} */
export const invite = (table, seat) => tell(`/tables/${table}/seats/${seat}/key`);

/** @param {string} table @param {number} seat @param {number} level @returns {Promise<null>} */
export const seatBot = (table, seat, level) => tell(`/tables/${table}/seats/${seat}/bot`, { level });

/** What a seat could offer now. @param {string} table @param {number} seat @returns {Promise<import("./offer.js").Offers>} */
export const offers = (table, seat) => ask(`/tables/${table}/seats/${seat}/offers?lang=${lang}`);

/** What the best bot would do with the view of a seat. @param {string} table @param {number} seat @returns {Promise<Hint>} */
export const hint = (table, seat) => tell(`/tables/${table}/seats/${seat}/hint?lang=${lang}`);

/** Tell who runs the server what somebody said, as a seat or as one who watches.
 * @param {string} table @param {number | null} seat @param {{ about: number, words: string }} what @returns {Promise<{ report: string }>}
 */
export const report = (table, seat, what) =>
  tell(`/tables/${table}/reports${seat === null ? "" : `?seat=${seat}`}`, what);

/** How things stood for a seat, or for everybody, after so many actions.
 * @param {string} table @param {number} actions @param {number | null} seat @returns {Promise<Scene>}
 */
export async function sceneAt(table, actions, seat) {
  const likes = new URLSearchParams({ lang, form: form(), ...(seat === null ? {} : { seat: String(seat) }) });
  return unpackedWhole(await ask(`/tables/${table}/at/${actions}?${likes}`));
}

/** @param {string} table @returns {Promise<Verdict>} */
export const verdict = (table) => ask(`/tables/${table}/verdict`);

/** Everything that was played in a finished game, with nothing hidden. @param {string} table @returns {Promise<{ actions: OpenedAction[] }>} */
export const chain = (table) => ask(`/tables/${table}/chain`);

/** The page on which a finished game is seen again. @param {string} table @param {number} [seat] from whose side */
export const replayOf = (table, seat) => `/replay?table=${table}${seat === undefined ? "" : `&seat=${seat}`}`;

/** @param {string} table */
export const gameFileOf = (table) => `${API}/tables/${table}/file`;

// --- game files

/** @param {string} table */
export const gameFile = async (table) => (await send(`/tables/${table}/file`, {})).text();

/** @param {string} file @returns {Promise<Verdict>} */
export const verify = (file) => tell("/verify", { file });

/** A moment of a game file; the last one where no number of actions is named, what everybody saw where no seat is.
 * @param {string} file @param {number | null} actions @param {number | null} seat @returns {Promise<Moment>}
 */
export const replay = async (file, actions, seat) =>
  withScene(await tell("/replay", { file, actions, seat, lang, form: form() }));
