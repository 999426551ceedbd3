// What a server tells, for tests: a table with two seats, and what happens there.

/** @import { Acted, Now, Opened, Scene, TableEvent, Told } from "../../src/tablier/web/js/wire.js" */

/** @type {Opened} */
export const OPENED = {
  kind: "opened",
  game: "some-game",
  options: {},
  places: [
    { who: "me", level: 0 },
    { who: "bot", level: 3 },
  ],
  pace: null,
  discussion: null,
  free_text: true,
  listed: true,
  practice: false,
  commitment: "c0",
  scheme: 2,
};

/** @type {TableEvent[]} */
export const SEATED = [
  OPENED,
  { kind: "sat", seat: 1, name: "", who: "bot", level: 3, pledge: "", entropy: "" },
  { kind: "sat", seat: 0, name: "Anne", who: "person", level: 0, pledge: "pp", entropy: "aa" },
  { kind: "began", seal: "5ea1" },
];

/** @param {Partial<Scene>} changes @returns {Scene} */
export function scene(changes = {}) {
  return {
    box: [0, 0, 8, 8],
    title: "A board",
    status: "",
    aim: "",
    counts: [],
    items: [],
    touches: {},
    moves: {},
    ...changes,
  };
}

/** @param {Partial<Now>} changes @returns {Now} */
export function now(changes = {}) {
  return {
    status: "playing",
    pending: [0],
    played: [],
    turn: 0,
    here: [0],
    takeback: null,
    scene: scene(),
    ...changes,
  };
}

/** @param {number} seat @param {string} action @param {string} [line] @returns {Acted} */
export function acted(seat, action, line) {
  return { kind: "acted", seat, action, ...(line !== undefined && { line }) };
}

/** @param {string} action @returns {Acted} */
export function rolled(action) {
  return { kind: "acted", seat: -1, action, chance: "roll" };
}

/** Events with their versions. @param {TableEvent[]} events @param {number} after @returns {Told[]} */
export function told(events, after = 0) {
  return events.map((event, i) => ({ ...event, version: after + i + 1 }));
}
