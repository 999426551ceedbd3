import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { add, list, sentence, t, typeset } from "../../src/tablier/web/js/language.js";

add({
  hello: { fr: "Bonjour {name} !", en: "Hello {name}!" },
  draws: { fr: { one: "{n} tirage", other: "{n} tirages" }, en: { one: "{n} draw", other: "{n} draws" } },
});

test("words have their parts put in", () => {
  assert.equal(t("hello", { name: "Anne" }), "Bonjour Anne\u00a0!");
});

test("what others wrote is put in as they wrote it", () => {
  assert.equal(t("hello", { name: "{name} ?" }), "Bonjour {name} ?\u00a0!");
});

test("words have forms by number, as the language has", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => t("draws", { n })),
    ["0 tirage", "1 tirage", "2 tirages"],
  );
});

test("a word that there is not is its key, and a part that is not given stays", () => {
  assert.equal(t("no.such.word"), "no.such.word");
  assert.equal(t("hello"), "Bonjour {name}\u00a0!");
});

test("French has spaces that do not break, and its apostrophe", () => {
  assert.equal(typeset("C'est « oui » : bien !"), "C’est «\u00a0oui\u00a0»\u00a0: bien\u00a0!");
});

test("a sentence has a capital and one full stop", () => {
  assert.equal(sentence("la règle ne le permet pas"), "La règle ne le permet pas.");
  assert.equal(sentence("Encore ?"), "Encore\u00a0?");
});

test("names are listed as one says them", () => {
  assert.equal(list(["Anne", "Bruno", "Claire"]), "Anne, Bruno et Claire");
});
