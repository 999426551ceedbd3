// Names of the bots' levels.

import { add } from "../language.js";

add({
  "level.1": { fr: "Tout débutant", en: "Newcomer" },
  "level.2": { fr: "Débutant", en: "Beginner" },
  "level.3": { fr: "Joueur du dimanche", en: "Casual player" },
  "level.4": { fr: "Habitué", en: "Regular" },
  "level.5": { fr: "Bon joueur", en: "Good player" },
  "level.6": { fr: "Très bon joueur", en: "Strong player" },
  "level.7": { fr: "Expert", en: "Expert" },
  "level.8": { fr: "Champion", en: "Champion" },
});
