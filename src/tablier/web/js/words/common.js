// Words that every page has.

import { add } from "../language.js";

add({
  "app.name": { fr: "Tablier", en: "Tablier" },
  "app.home": { fr: "Accueil", en: "Home" },
  "app.skip": { fr: "Aller au contenu", en: "Skip to content" },
  "app.rules": { fr: "Règles", en: "Rules" },
  "app.learn": { fr: "Apprendre", en: "Learn" },
  "app.replay": { fr: "Revoir une partie", en: "Replay a game" },
  "theme.switch": { fr: "Changer entre clair et sombre", en: "Switch between light and dark" },
  "lang.switch": { fr: "English", en: "Français" },
  "lang.code": { fr: "EN", en: "FR" },
  "do.close": { fr: "Fermer", en: "Close" },
  "do.cancel": { fr: "Annuler", en: "Cancel" },
  "do.copy": { fr: "Copier", en: "Copy" },
  "do.copied": { fr: "Copié", en: "Copied" },
  "do.retry": { fr: "Réessayer", en: "Try again" },
  "net.lost": { fr: "Connexion perdue. On réessaie…", en: "Connection lost. Trying again…" },
  "net.back": { fr: "Connexion rétablie.", en: "Connected again." },
  "net.unreachable": {
    fr: "Le serveur ne répond pas. Vérifiez votre connexion et réessayez.",
    en: "The server does not answer. Check your connection and try again.",
  },
  "bot.name": { fr: "Robot", en: "Bot" },
  "bot.level": { fr: "Robot · {level}", en: "Bot · {level}" },
  "seat.number": { fr: "Place {n}", en: "Seat {n}" },
  "status.open": { fr: "ouverte", en: "open" },
  "status.playing": { fr: "en cours", en: "in progress" },
  "status.over": { fr: "terminée", en: "over" },
});
