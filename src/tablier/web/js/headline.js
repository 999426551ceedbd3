// What matters now, over the board: in smaller letters where it takes many.

/** Letters from which on a headline is long. */
const LONG = 64;

/** @param {HTMLElement} host @param {string} words */
export function showHeadline(host, words) {
  host.textContent = words;
  host.classList.toggle("status--long", words.length > LONG);
}
