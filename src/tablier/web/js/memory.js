// What this browser keeps from page to page. One that keeps nothing can play all the same.

const MOST_TABLES = 50;

/** @template T @param {string} name @param {T} otherwise @returns {T} what was kept under a name */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It holds for this page alone.
  }
}

/** Something of each table, of the last ones only: `new TableMemory("invitations")`.
 * @template T
 */
export class TableMemory {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** @param {string} table @returns {T | null} */
  of(table) {
    return recall(this.name, /** @type {Record<string, T>} */ ({}))[table] ?? null;
  }

  /** @param {string} table @param {T} value */
  keep(table, value) {
    const others = Object.entries(recall(this.name, {})).filter(([one]) => one !== table);
    remember(this.name, Object.fromEntries([...others.slice(1 - MOST_TABLES), [table, value]]));
  }
}
