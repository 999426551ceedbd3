// Talking to the server: requests, and a socket that comes back by itself.
//
//   await ask("/games")                      GET /api/v1/games?lang=..
//   await tell("/tables", { game, .. })      POST, as the person that this browser is known as
//   await openTable(wish)                    opens a table and keeps the keys of its invitations here -> { table, seats, keys, .. }
//   await sit(table, seat, name, key?)       sits down, with fresh entropy -> { key }
//   invitation(table, seat, key)             the link that invites somebody, or moves a seat to another device
//   new Socket(table, seat, hear)            see below
// What is refused is thrown as a Refused, whose message is in the reader's language.

import { lang, t } from "./language.js";

const API = "/api/v1";

export class Refused extends Error {
  /** @param {{code: string, words: string, rule?: string, detail?: string}} told */
  constructor(told, status = 0) {
    super(told.words);
    this.code = told.code;
    this.rule = told.rule;
    this.detail = told.detail;
    this.status = status;
  }
}

/** Where a question goes, in the language of the page. */
function address(path) {
  const url = new URL(API + path, location.origin);
  url.searchParams.set("lang", lang);
  return url;
}

async function send(path, request) {
  let answer;
  try {
    answer = await fetch(address(path), request);
  } catch {
    throw new Refused({ code: "net/unreachable", words: t("net.unreachable") });
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({ code: "net/unreachable", words: t("net.unreachable") }));
  throw new Refused(told, answer.status);
}

export async function ask(path) {
  return (await send(path, {})).json();
}

export async function askText(path) {
  return (await send(path, {})).text();
}

let known;

/** Become known to the server, once a page; the secret stays in a cookie that no script can read. */
export function introduce() {
  known ??= send("/people", { method: "POST" }).catch((problem) => {
    known = undefined;
    throw problem;
  });
  return known;
}

export async function tell(path, body = {}) {
  await introduce();
  const answer = await send(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.status === 204 ? null : answer.json();
}

// --- memory of this browser

export function recall(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: one can play all the same
  }
}

// --- tables

const KEPT = 50;

/** Keep something of a table here; of the last tables only. */
function keep(name, table, value) {
  const all = Object.entries(recall(name, {})).filter(([one]) => one !== table);
  remember(name, Object.fromEntries([...all.slice(1 - KEPT), [table, value]]));
}

/** The keys of a table's invitations by seat; null: it was not opened here. */
export function keysOf(table) {
  return recall("invitations", {})[table] ?? null;
}

/** A new invitation to a chair that is free again; for who opened the table. */
export async function inviteAnew(table, seat) {
  const { key } = await tell(`/tables/${table}/seats/${seat}/key`);
  keep("invitations", table, { ...keysOf(table), [seat]: key });
}

/** A key serves once. */
export function forgetKey(table, seat) {
  const { [seat]: used, ...rest } = keysOf(table) ?? {};
  if (used) keep("invitations", table, rest);
}

export async function openTable(wish) {
  const opened = await tell("/tables", wish);
  // Who opened a table can invite from its page.
  keep("invitations", opened.table, opened.keys);
  return opened;
}

/** Random numbers for the chance of the game: drawn only now, when the server's commitment is known. */
function entropy() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sit(table, seat, name, key = "") {
  const drawn = entropy();
  const sat = await tell(`/tables/${table}/seats/${seat}`, { name, entropy: drawn, ...(key && { key }) });
  keep("entropies", table, { ...entropiesOf(table), [seat]: drawn });
  return sat;
}

/** What this browser gave to the chance of a table, by seat: at the end one can see that it was used. */
export function entropiesOf(table) {
  return recall("entropies", {})[table] ?? {};
}

/** A new key for a seat that is mine. */
export async function keyOf(table, seat) {
  return (await tell(`/tables/${table}/seats/${seat}`)).key;
}

/** Write down what fixes the chance of a table when it is first seen: later one can see that it has not changed. */
export function note(table, commitment, seal) {
  const noted = notedOf(table);
  if (!noted?.commitment || (seal && !noted.seal))
    keep("noted", table, { commitment: noted?.commitment ?? commitment, seal });
}

/** What was noted: {commitment, seal}; null: nothing. */
export function notedOf(table) {
  return recall("noted", {})[table] ?? null;
}

export function invitation(table, seat, key) {
  return `${location.origin}/t/${table}#seat=${seat}&key=${key}`;
}

// --- the socket

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING = 15_000;
const PATIENCE = 8_000;
const REFUSED = 4400;

/** A scene of which only the changes were sent, made whole by the one before: what is the same is its id alone. */
function whole(scene, before) {
  if (!before) return scene;
  const known = new Map(before.items.map((item) => [item[0], item]));
  const items = scene.items.map((item) => (typeof item === "string" ? known.get(item) : item));
  return { ...scene, gradients: scene.gradients ?? before.gradients, items };
}

/** One audience of a table: a seat, or null to watch. It comes back after a loss, and sends again what was not answered.
 *
 * `hear` may have: events(message), presence(message), lost(), back(), refused(problem) (for good: the seat is not ours, ..).
 */
export class Socket {
  constructor(table, seat, hear) {
    this.table = table;
    this.seat = seat;
    this.hear = hear;
    this.version = 0;
    this.isOpen = false;
    this.isClosed = false;
    this.wait = FIRST_WAIT;
    /** @type {Map<string, {text: string, resolve: Function, reject: Function}>} commands without an answer */
    this.waiting = new Map();
    this.count = 0;
    this.name = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(36)).join("");
    this.wake = () => document.visibilityState === "visible" && this.hurry();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    clearTimeout(this.later);
    const url = new URL(`${API}/tables/${this.table}/socket`, location.origin.replace(/^http/, "ws"));
    if (this.seat !== null) url.searchParams.set("seat", String(this.seat));
    url.searchParams.set("after", String(this.version));
    url.searchParams.set("show", "changes");
    url.searchParams.set("lang", lang);
    const socket = (this.socket = new WebSocket(url));
    socket.onmessage = (message) => socket === this.socket && this.receive(JSON.parse(message.data));
    socket.onclose = (closed) => socket === this.socket && this.lose(closed.code);
    this.heard = performance.now();
    clearInterval(this.beat);
    this.beat = setInterval(() => this.check(), PATIENCE / 2);
  }

  receive(message) {
    this.heard = performance.now();
    this.asked = false;
    if (message.type === "events") this.receiveEvents(message);
    else if (message.type === "presence") this.hear.presence?.(message);
    else if (message.type === "done" || message.type === "refused") this.answer(message);
  }

  receiveEvents(message) {
    const isFirst = message.protocol !== undefined;
    const anew = isFirst && message.after < this.version;
    if (anew) this.version = message.after;
    // What came twice is told once.
    message.events = message.events.filter((event) => event.version > this.version);
    this.version = message.events.at(-1)?.version ?? this.version;
    message.now.scene = this.scene = whole(message.now.scene, isFirst ? null : this.scene);
    const wasLost = this.isLost;
    if (isFirst) {
      this.isOpen = true;
      this.isLost = false;
      this.wait = FIRST_WAIT;
    }
    this.hear.events?.(message, { isFirst, anew });
    if (isFirst) for (const command of this.waiting.values()) this.socket.send(command.text);
    if (wasLost && isFirst) this.hear.back?.();
  }

  answer(message) {
    const command = this.waiting.get(message.id);
    if (command) {
      this.waiting.delete(message.id);
      if (message.type === "done") command.resolve(message);
      else command.reject(new Refused(message));
    } else if (message.type === "refused" && !this.isOpen) {
      this.problem = new Refused(message);
    }
  }

  lose(code) {
    this.isOpen = false;
    clearInterval(this.beat);
    if (this.isClosed) return;
    if (code === REFUSED) {
      this.close();
      this.hear.refused?.(this.problem ?? new Refused({ code: "net/refused", words: t("net.unreachable") }));
      return;
    }
    if (!this.isLost) {
      this.isLost = true;
      this.hear.lost?.();
    }
    this.later = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Ask for a sign of life where none came for a while; without one the connection counts as lost. */
  check() {
    const quiet = performance.now() - this.heard;
    if (quiet > PING + PATIENCE && this.asked) this.drop();
    else if (quiet > PING && !this.asked && this.socket.readyState === WebSocket.OPEN) {
      this.asked = true;
      this.socket.send('{"do":"ping"}');
    } else if (this.socket.readyState === WebSocket.CONNECTING && quiet > PATIENCE) this.drop();
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    socket.close();
    this.lose(0);
  }

  /** Somebody is looking: try at once. */
  hurry() {
    if (this.isLost && !this.isClosed && this.socket?.readyState !== WebSocket.CONNECTING) {
      this.wait = FIRST_WAIT;
      this.open();
    } else if (this.isOpen && !this.asked) {
      this.heard = Math.min(this.heard, performance.now() - PING - 1);
      this.check();
    }
  }

  /** Ask for something; answers when it is done, or throws a Refused. After a loss it is sent again, and carried out once. */
  ask(command) {
    const id = `${this.name}-${++this.count}`;
    const text = JSON.stringify({ id, ...command });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, resolve, reject });
      if (this.isOpen) this.socket.send(text);
    });
  }

  play(action) {
    return this.ask({ do: "play", action, version: this.version });
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.later);
    clearInterval(this.beat);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
