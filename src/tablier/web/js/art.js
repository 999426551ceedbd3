// The sheets with the symbols of games. One is loaded once, and put into the page, where pictures refer to its symbols.

/** @import { Art } from "./wire.js" */

import { artOf } from "./server.js";

/** @type {Set<string>} */
const known = new Set();

/** @param {Art} art */
export async function putOnPage({ name, version }) {
  const address = artOf(name, version);
  if (known.has(address)) return;
  known.add(address);
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    known.delete(address); // the next picture asks again
    return;
  }
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  // Not `display: none`, which would take the gradients of what is drawn with it.
  sheet.setAttribute("class", "sheet");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(sheet, true));
}
