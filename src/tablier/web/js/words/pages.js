// Words of the rules, of the lessons and of the replay.

import { add } from "../language.js";

add({
  "rules.contents": { fr: "Sommaire", en: "Contents" },
  "rules.learn": { fr: "Apprendre en jouant", en: "Learn by playing" },
  "rules.play": { fr: "Jouer", en: "Play" },

  "learn.board": { fr: "Le plateau", en: "The board" },
  "learn.of": { fr: "leçon {n} sur {count}", en: "lesson {n} of {count}" },
  "learn.step": { fr: "Leçon {n} : {title}", en: "Lesson {n}: {title}" },
  "learn.step-done": { fr: "Leçon {n}, faite : {title}", en: "Lesson {n}, done: {title}" },
  "learn.back": { fr: "Précédente", en: "Back" },
  "learn.next": { fr: "Continuer", en: "Continue" },
  "learn.skip": { fr: "Passer", en: "Skip" },
  "learn.again": { fr: "Refaire", en: "Once more" },
  "learn.play": { fr: "Jouer une partie", en: "Play a game" },

  "replay.title": { fr: "Revoir une partie", en: "Replay a game" },
  "replay.intro": {
    fr: "Ouvrez un fichier de partie : déposez-le ici, choisissez-le, ou collez son texte.",
    en: "Open a game file: drop it here, choose it, or paste its text.",
  },
  "replay.choose": { fr: "Choisir un fichier", en: "Choose a file" },
  "replay.text": { fr: "Texte de la partie", en: "Text of the game" },
  "replay.open": { fr: "Ouvrir", en: "Open" },
  "replay.other": { fr: "Autre partie", en: "Another game" },
  "replay.view": { fr: "Vue par", en: "Seen by" },
  "replay.public": { fr: "Le public", en: "The public" },
  "replay.first": { fr: "Au début", en: "To the beginning" },
  "replay.previous": { fr: "Tour précédent", en: "Previous turn" },
  "replay.next": { fr: "Tour suivant", en: "Next turn" },
  "replay.last": { fr: "À la fin", en: "To the end" },
  "replay.play": { fr: "Lecture", en: "Play" },
  "replay.pause": { fr: "Pause", en: "Pause" },
  "replay.turn": { fr: "Tour", en: "Turn" },
  "replay.at": { fr: "{turn} sur {count}", en: "{turn} of {count}" },
  "replay.lines": { fr: "Les tours", en: "The turns" },
  "replay.start": { fr: "Début", en: "Start" },
  "replay.keys": {
    fr: "Au clavier : ← et → d’un tour à l’autre, Origine et Fin, espace pour la lecture.",
    en: "Keyboard: ← and → from turn to turn, Home and End, space to play.",
  },
  "replay.fair": { fr: "Le hasard", en: "Chance" },
  "replay.checking": { fr: "Vérification…", en: "Checking…" },
  "replay.fair-ok": {
    fr: { one: "{n} tirage vérifié : il suit du sceau.", other: "{n} tirages vérifiés : tous suivent du sceau." },
    en: { one: "{n} draw checked: it follows from the seal.", other: "{n} draws checked: all follow from the seal." },
  },
  "replay.fair-none": {
    fr: "Dans cette partie, rien n’a été tiré au sort ; le sceau est intact.",
    en: "Nothing was drawn by chance in this game; the seal is intact.",
  },
  "replay.givers": {
    fr: { one: "A mêlé son propre hasard au tirage : {names}.", other: "Ont mêlé leur propre hasard au tirage : {names}." },
    en: "Who added chance of their own: {names}.",
  },
  "replay.line": { fr: "ligne {n}", en: "line {n}" },
  "replay.wins": { fr: "{names} gagne", en: "{names} wins" },
  "replay.win-together": { fr: "{names} gagnent ensemble", en: "{names} win together" },
  "replay.draw": { fr: "Partie nulle", en: "A draw" },
  "replay.ended.resigned": { fr: "{name} a abandonné.", en: "{name} resigned." },
  "replay.ended.time": { fr: "{name} n’avait plus de temps.", en: "{name} ran out of time." },
  "replay.unfinished": { fr: "Partie inachevée", en: "Unfinished game" },
});
