// A connection to a table that comes back by itself.

/** @import { Command, Done, EventsMessage, Packed, Presence, RefusedMessage, Scene, SceneChanges, ServerMessage, Welcome } from "./wire.js" */

import { compare } from "./edition.js";
import { form, onForm } from "./form.js";
import { lang, t } from "./language.js";
import { API, Refused } from "./server.js";
import { unpacked } from "./unpacking.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING = 15_000;
const PATIENCE = 8_000;
const REFUSED = 4400;

/** @typedef {object} Listener who hears what comes
 * @property {(message: EventsMessage, how: { isFirst: boolean, anew: boolean }) => void} events `isFirst`: of a connection; `anew`: what was
 *   told before is to be forgotten
 * @property {(message: Presence) => void} presence
 * @property {() => void} lost
 * @property {() => void} back
 * @property {(problem: Refused) => void} refused for good: the seat is not ours, ..
 */

/** One audience of a table: a seat, or null to watch. It comes back after a loss, and sends again what was not answered. */
export class Socket {
  /** @param {string} table @param {number | null} seat @param {Listener} listener */
  constructor(table, seat, listener) {
    this.table = table;
    this.seat = seat;
    this.listener = listener;
    /** The last version that was told. */
    this.version = 0;
    this.isOpen = false;
    this.isLost = false;
    this.isClosed = false;
    /** How long to wait before the next attempt. */
    this.wait = FIRST_WAIT;
    /** Commands without an answer. @type {Map<string, { text: string, resolve: (done: Done) => void, reject: (problem: Refused) => void }>} */
    this.waiting = new Map();
    this.count = 0;
    this.name = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(36)).join("");
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** Why the server would not have us. @type {Refused | null} */
    this.problem = null;
    this.heard = 0;
    /** Whether a sign of life was asked for. */
    this.isPinged = false;
    this.wake = () => {
      if (document.visibilityState === "visible") this.hurry();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    // Whoever turns their phone is shown another picture.
    onForm(() => {
      const before = this.socket;
      if (!this.isClosed) this.open();
      before?.close();
    });
    this.open();
  }

  open() {
    clearTimeout(this.later);
    const socket = (this.socket = new WebSocket(this.address()));
    socket.onmessage = (message) => socket === this.socket && this.receive(JSON.parse(message.data));
    socket.onclose = (closed) => socket === this.socket && this.lose(closed.code);
    this.heard = performance.now();
    clearInterval(this.beat);
    this.beat = setInterval(() => this.check(), PATIENCE / 2);
  }

  address() {
    const url = new URL(`${API}/tables/${this.table}/socket`, location.origin.replace(/^http/, "ws"));
    if (this.seat !== null) url.searchParams.set("seat", String(this.seat));
    url.searchParams.set("after", String(this.version));
    url.searchParams.set("show", form() === "tall" ? "changes,words,tall" : "changes,words");
    url.searchParams.set("lang", lang);
    return url;
  }

  // --- hearing

  /** @param {ServerMessage} message */
  receive(message) {
    this.heard = performance.now();
    this.isPinged = false;
    if (message.type === "events") this.receiveEvents(message);
    else if (message.type === "presence") this.listener.presence(message);
    else if (message.type === "done" || message.type === "refused") this.answer(message);
  }

  /** @param {EventsMessage<Packed> | Welcome<Packed>} message */
  receiveEvents(message) {
    const isFirst = "protocol" in message;
    if (isFirst && !compare(message)) return;
    const anew = isFirst && message.after < this.version;
    if (anew) this.version = message.after;
    // What came twice is told once.
    const events = message.events.filter((event) => event.version > this.version);
    this.version = events.at(-1)?.version ?? this.version;
    this.scene = whole(unpacked(message.now.scene), isFirst ? null : this.scene);
    const isBack = isFirst && this.isLost;
    if (isFirst) this.found();
    this.listener.events({ type: "events", events, now: { ...message.now, scene: this.scene } }, { isFirst, anew });
    if (isFirst) for (const command of this.waiting.values()) this.send(command.text);
    if (isBack) this.listener.back();
  }

  found() {
    this.isOpen = true;
    this.isLost = false;
    this.wait = FIRST_WAIT;
  }

  /** @param {Done | RefusedMessage} message */
  answer(message) {
    const command = message.id === null ? undefined : this.waiting.get(message.id);
    if (command && message.id !== null) {
      this.waiting.delete(message.id);
      if (message.type === "done") command.resolve(message);
      else command.reject(new Refused(message));
    } else if (message.type === "refused" && message.id === null) {
      this.problem = new Refused(message);
    }
  }

  // --- losing the connection, and finding it again

  /** @param {number} code with which it was closed */
  lose(code) {
    this.isOpen = false;
    clearInterval(this.beat);
    if (this.isClosed) return;
    if (code === REFUSED) {
      this.close();
      this.listener.refused(this.problem ?? new Refused({ code: "net/refused", words: t("net.unreachable") }));
      return;
    }
    if (!this.isLost) {
      this.isLost = true;
      this.listener.lost();
    }
    this.later = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Ask for a sign of life where none came for a while; without one the connection counts as lost. */
  check() {
    const quiet = performance.now() - this.heard;
    if (quiet > PING + PATIENCE && this.isPinged) this.drop();
    else if (quiet > PING && !this.isPinged && this.socket?.readyState === WebSocket.OPEN) {
      this.isPinged = true;
      this.send('{"do":"ping"}');
    } else if (quiet > PATIENCE && this.socket?.readyState === WebSocket.CONNECTING) this.drop();
  }

  drop() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.lose(0);
  }

  /** Somebody is looking: try at once. */
  hurry() {
    if (this.isLost && !this.isClosed && this.socket?.readyState !== WebSocket.CONNECTING) {
      this.wait = FIRST_WAIT;
      this.open();
    } else if (this.isOpen && !this.isPinged) {
      this.heard = Math.min(this.heard, performance.now() - PING - 1);
      this.check();
    }
  }

  // --- asking

  /** Ask for something; answers when it is done, or throws a Refused. After a loss it is sent again, and carried out once.
   * @param {Command} command @returns {Promise<Done>}
   */
  ask(command) {
    const id = `${this.name}-${++this.count}`;
    const text = JSON.stringify({ id, ...command });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, resolve, reject });
      if (this.isOpen) this.send(text);
    });
  }

  /** @param {string} action as it is written */
  play(action) {
    return this.ask({ do: "play", action, version: this.version });
  }

  /** @param {string} text */
  send(text) {
    this.socket?.send(text);
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

/** A scene of which only the changes were sent, made whole by the one before: a run of items that are the same is told by its place there,
 * another part that is the same is left out, and one that there is no longer is null.
 * @param {SceneChanges} scene @param {Scene | null} before @returns {Scene}
 */
export function whole(scene, before) {
  const known = before?.items ?? [];
  const items = scene.items.flatMap((item) => (Array.isArray(item) ? known.slice(item[0], item[0] + item[1]) : item));
  const parts = Object.entries({ ...before, ...scene }).filter(([, part]) => part !== null);
  return /** @type {Scene} */ ({ ...Object.fromEntries(parts), items });
}
