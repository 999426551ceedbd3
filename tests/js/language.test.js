import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, lang, languages, list, sentence, t } from "../../src/tablier/web/js/language.js";

test("words have their parts put in", () => {
  assert.equal(t("home.friend", { n: 2 }), "Joueur 2");
});

test("what others wrote is put in as they wrote it", () => {
  assert.equal(t("board.wait", { names: "{names} ?" }), "On attend {names} ?.");
});

test("words have forms by number, as the language has, however large it is", () => {
  const forms = [0, 1, 2, 101, 1_000_000].map((n) => t("home.free", { n }));
  assert.deepEqual(forms, [
    "0 place libre",
    "1 place libre",
    "2 places libres",
    "101 places libres",
    "1000000 places libres",
  ]);
});

test("a word that there is not is its key, and a part that is not given stays", () => {
  assert.equal(t("no.such.word"), "no.such.word");
  assert.equal(t("board.wait"), "On attend {names}.");
});

test("words come typeset", () => {
  assert.equal(t("talk.to"), "À qui\u00a0?");
  assert.equal(t("home.now"), "à l’instant");
});

test("a sentence has a capital and one full stop", () => {
  assert.equal(sentence("la règle ne le permet pas"), "La règle ne le permet pas.");
  assert.equal(sentence("Encore\u00a0?"), "Encore\u00a0?");
});

test("names are listed as one says them", () => {
  assert.equal(list([]), "");
  assert.equal(list(["Anne"]), "Anne");
  assert.equal(list(["Anne", "Bruno", "Claire"]), "Anne, Bruno et Claire");
});

test("a page knows its language, and what the others call themselves", () => {
  assert.equal(lang, "fr");
  assert.deepEqual(languages, { en: "English", fr: "Français" });
});

test("a language is chosen by a cookie and the page opened anew; without cookies, by its address", () => {
  /** @type {string[]} */
  const opened = [];
  const here = {
    href: "http://tables.example/t/here#seat",
    reload: () => opened.push("anew"),
    replace: (/** @type {URL} */ url) => opened.push(url.href),
  };
  Object.defineProperty(globalThis, "location", { value: here });
  choose("en");
  assert.match(document.cookie, /^lang=en; path=\/; max-age=\d+; samesite=lax$/);
  Object.defineProperty(document, "cookie", { get: () => "", set: () => {} });
  choose("en");
  assert.deepEqual(opened, ["anew", "http://tables.example/t/here?lang=en#seat"]);
});
