// Keys that open a seat once, and the links that carry them.

/** @import { OpenedTable } from "./wire.js" */

import { TableMemory } from "./memory.js";
import * as server from "./server.js";

/** @type {TableMemory<Record<number, string>>} */
const invitations = new TableMemory("invitations");

/** Who opened a table can invite from its page. @param {OpenedTable} opened */
export function keepKeys({ table, keys }) {
  invitations.keep(table, keys);
}

/** The keys of a table's invitations, by seat; none where it was not opened here. @param {string} table */
export function keysOf(table) {
  return invitations.of(table) ?? {};
}

/** A new invitation to a chair that is free again; for who opened the table. @param {string} table @param {number} seat */
export async function inviteAnew(table, seat) {
  const { key } = await server.invite(table, seat);
  invitations.keep(table, { ...keysOf(table), [seat]: key });
}

/** A key serves once. @param {string} table @param {number} seat */
export function forgetKey(table, seat) {
  const { [seat]: used, ...rest } = keysOf(table);
  if (used) invitations.keep(table, rest);
}

/** The link that invites somebody, or moves a seat to another device.
 * @param {string} table @param {number} seat @param {string} key
 */
export function invitation(table, seat, key) {
  return `${location.origin}/t/${table}#seat=${seat}&key=${key}`;
}

/** The seat and the key of a link that led here: "#seat=1&key=..". @param {string} hash */
export function readInvitation(hash) {
  const said = new URLSearchParams(hash.slice(1));
  const [seat, key] = [Number(said.get("seat")), said.get("key")];
  return key && Number.isInteger(seat) ? { seat, key } : null;
}

/** A key that has served leaves the address: nobody is to copy it from there. */
export function forgetInvitation() {
  history.replaceState(null, "", location.pathname + location.search);
}
