// The language of the page, and its words: as the server has them, typeset, in one file that the page begins to load before its scripts.
//
//   t("home.friend", { n })     the words, with what stands in braces replaced; where they have forms by number, n decides
//   addWords(words)             more of them
//   choose("en")                keeps the choice and opens the page anew: everything on it is then in one language

/** @import { Catalogue } from "./wire.js" */

const YEAR = 365 * 24 * 3600;

const link = /** @type {HTMLLinkElement} */ (document.getElementById("catalogue"));
/** @type {Catalogue} */
const catalogue = await (await fetch(link.href)).json();

export const lang = catalogue.lang;

/** What each language calls itself, by its code. */
export const languages = catalogue.languages;

/** @param {string} key @param {Record<string, string | number>} [parts] */
export function t(key, parts = {}) {
  const found = catalogue.words[key] ?? key;
  return fill(
    typeof found === "string" ? found : (found[formOf(Number(parts.n ?? 0))] ?? found[found.length - 1]),
    parts,
  );
}

/** Words that the page is told later: a game's own. @param {Catalogue["words"]} words */
export function addWords(words) {
  Object.assign(catalogue.words, words);
}

/** The place, among a text's forms, of the one that a number takes. @param {number} n */
function formOf(n) {
  return catalogue.forms[n < 100 ? n : 100 + (n % 100)];
}

/** @param {string} text @param {Record<string, string | number>} parts */
function fill(text, parts) {
  return text.replace(/\{(\w+)\}/g, (whole, /** @type {string} */ name) => String(parts[name] ?? whole));
}

/** Words as a sentence: with a capital, and a full stop. @param {string} words */
export function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Names one after the other, as one says them: "Anne, Bruno et Claire". @param {string[]} names */
export function list(names) {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : fill(catalogue.and, { first: names.slice(0, -1).join(", "), last });
}

/** The server keeps to it: a cookie tells it; where there are none, the address does. @param {string} next a language */
export function choose(next) {
  document.cookie = `lang=${next}; path=/; max-age=${YEAR}; samesite=lax`;
  const isKept = document.cookie.split("; ").includes(`lang=${next}`);
  const url = new URL(location.href);
  if (!isKept || url.searchParams.has("lang")) url.searchParams.set("lang", next);
  // A fragment alone would not load the page anew.
  if (url.href === location.href) location.reload();
  else location.replace(url);
}
