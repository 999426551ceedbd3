// What a page finds in a browser, as far as its logic needs it. To be imported before any script of the pages.

import { readFile } from "node:fs/promises";
import { mock } from "node:test";

/** The words that the server would send: test_scripts.py has them written to this file. */
const words = process.env.WORDS ?? "";

/** @param {Record<string, unknown>} globals */
function provide(globals) {
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** @type {Map<string, string>} */
const kept = new Map();

/** What happens in the window, or in the document: `happens.dispatchEvent(new Event("online"))`. */
export const happens = new EventTarget();

provide({
  document: {
    cookie: "",
    documentElement: { dataset: {} },
    getElementById: (/** @type {string} */ id) => ({ id, href: words }),
    visibilityState: "visible",
    addEventListener: happens.addEventListener.bind(happens),
    removeEventListener: happens.removeEventListener.bind(happens),
  },
  fetch: async (/** @type {string} */ address) => ({ json: async () => JSON.parse(await readFile(address, "utf8")) }),
  location: new URL("http://tables.example/t/here"),
  addEventListener: happens.addEventListener.bind(happens),
  removeEventListener: happens.removeEventListener.bind(happens),
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value),
    clear: () => kept.clear(),
  },
});

/** A clock that goes only when it is told to. */
export class Time {
  now = 1_000;

  constructor() {
    mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    mock.method(performance, "now", () => this.now);
  }

  /** @param {number} milliseconds */
  pass(milliseconds) {
    for (let left = milliseconds; left > 0; left -= 100) {
      this.now += Math.min(left, 100);
      mock.timers.tick(Math.min(left, 100));
    }
  }

  end() {
    mock.reset();
    mock.timers.reset();
  }
}

/** The server's end of a WebSocket, in our hands. */
export class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  /** All that were opened, the last one last. @type {FakeSocket[]} */
  static all = [];

  /** @param {URL} url */
  constructor(url) {
    this.url = url;
    this.readyState = FakeSocket.CONNECTING;
    /** What the page has sent. @type {any[]} */
    this.sent = [];
    /** @type {((message: { data: string }) => void) | null} */
    this.onmessage = null;
    /** @type {((closed: { code: number }) => void) | null} */
    this.onclose = null;
    FakeSocket.all.push(this);
  }

  static get last() {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("nothing was opened");
    return last;
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = FakeSocket.CLOSED;
  }

  /** The server says something. @param {object} message */
  tell(message) {
    this.readyState = FakeSocket.OPEN;
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection breaks, or the server closes it. */
  end(code = 1006) {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
}

provide({ WebSocket: FakeSocket });
