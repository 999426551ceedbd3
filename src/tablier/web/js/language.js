// The language of the page, and its words.
//
//   import { t, add, lang, choose, translate } from "./language.js";
//   add({ hello: { fr: "Bonjour {name}", en: "Hello {name}" } });
//   t("hello", { name })        the words, with what stands in braces replaced
//   translate(document)         fills what carries data-t="key" (text), data-t-label (aria-label), data-t-title, data-t-placeholder
//   typeset(words), sentence(words)   what the server says, as it is printed
//   choose("en")                keeps the choice and opens the page anew: everything on it is then in one language
//
// Words are written with plain spaces, and typeset when they are taken. A word may have forms by number, { one: "...", other: "..." }
// instead of a text: t(key, { n }) takes the one that fits.

/** @typedef {string | {one: string, other: string}} Form */
/** @typedef {Record<string, Form>} Words by language */

const LANGUAGES = ["fr", "en"];

/** Set by early.js, before anything else. */
export const lang = LANGUAGES.includes(document.documentElement.lang) ? document.documentElement.lang : "fr";

/** @type {Map<string, Words>} */
const words = new Map();
const numbers = new Intl.PluralRules(lang);

/** @param {Record<string, Words>} more */
export function add(more) {
  for (const [key, value] of Object.entries(more)) words.set(key, value);
}

/** @param {string} key @param {Record<string, string | number>} [parts] */
export function t(key, parts = {}) {
  const found = words.get(key)?.[lang];
  if (found === undefined) return key;
  const isOne = numbers.select(Number(parts.n ?? 0)) === "one";
  const text = typeof found === "string" ? found : found[isOne ? "one" : "other"];
  return typeset(text).replace(/\{(\w+)\}/g, (whole, /** @type {string} */ name) => String(parts[name] ?? whole));
}

/** A text from elsewhere as it is printed in this language: apostrophes, and spaces that do not break. @param {string} text */
export function typeset(text) {
  if (lang !== "fr") return text;
  return text
    .replaceAll("'", "’")
    .replace(/ ([:;!?»])/g, "\u00a0$1")
    .replaceAll("« ", "«\u00a0");
}

/** Words as a sentence: with a capital, and a full stop. @param {string} words */
export function sentence(words) {
  const text = typeset(words.charAt(0).toUpperCase() + words.slice(1));
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Names one after the other, as one says them: "Anne, Bruno et Claire". @param {string[]} names */
export function list(names) {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
}

/** @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]"))
    element.textContent = t(element.getAttribute("data-t") ?? "");
  for (const kind of ["label", "title", "placeholder"]) {
    const attribute = kind === "label" ? "aria-label" : kind;
    for (const element of root.querySelectorAll(`[data-t-${kind}]`)) {
      element.setAttribute(attribute, t(element.getAttribute(`data-t-${kind}`) ?? ""));
    }
  }
}

/** @param {string} next a language */
export function choose(next) {
  try {
    localStorage.setItem("lang", next);
  } catch {
    // without a memory it holds for this page alone
  }
  const url = new URL(location.href);
  if (url.searchParams.has("lang")) url.searchParams.set("lang", next);
  // A fragment alone would not load the page anew.
  if (url.href === location.href) location.reload();
  else location.replace(url);
}

export const other = lang === "fr" ? "en" : "fr";
