// For ears: what has happened, in words for a screen reader, and with a sound.

/** @import { News } from "./feed.js" */
/** @import { People } from "./result.js" */
/** @import { SoundName } from "./sound.js" */
/** @import { Visitor } from "./table.js" */
/** @import { Acted, Now, TableEvent } from "./wire.js" */

import { t } from "./language.js";
import { resultWords } from "./result.js";
import { remarkWords } from "./story.js";
import { sayWords } from "./talk.js";

/** @param {News} news @param {Now} now @param {Visitor} visitor */
export function newsWords({ events, before }, now, { people, mine }) {
  const words = events.map((event) => eventWords(event, people, mine));
  if (now.scene.status !== before?.scene.status) words.push(now.scene.status);
  return words.filter(Boolean).join(" ");
}

/** @param {TableEvent} event @param {People} people @param {number[]} mine */
function eventWords(event, people, mine) {
  switch (event.kind) {
    case "opened":
    case "gave":
    case "followed":
      return "";
    case "acted":
      return actWords(event, people);
    case "said":
      if (event.message === "gesture") return remarkWords(event, people);
      return t("story.did", { name: people.person(event.by), action: sayWords(event) });
    case "ended":
      return resultWords(event.shares, people, mine);
    default:
      return remarkWords(event, people);
  }
}

/** @param {Acted} act @param {People} people */
function actWords({ seat, chance, secret, action, words }, people) {
  if (words !== undefined) return words;
  const name = chance ? t("story.chance") : people.person(seat);
  return secret ? t("story.secretly", { name }) : t("story.did", { name, action });
}

/** Whether it is our turn now, and was not before. @param {News} news @param {Now} now @param {Visitor} visitor */
export function isCalled({ before }, now, { mine }) {
  const isMine = (/** @type {Now | null} */ at) => mine.some((seat) => at?.pending.includes(seat));
  return isMine(now) && !isMine(before);
}

/** The one sound that fits best; null: none. @param {News} news @param {Now} now @param {Visitor} visitor @returns {SoundName | null} */
export function newsSound(news, now, visitor) {
  const { events, hasRolled, revealed } = news;
  if (events.some(({ kind }) => kind === "ended")) return "ended";
  if (revealed.length) return "reveal";
  if (isCalled(news, now, visitor)) return "yours";
  if (hasRolled) return "rolled";
  const acted = events.filter((event) => event.kind === "acted");
  if (acted.length) return acted.some(({ chance }) => chance) ? "drawn" : "played";
  return events.some((event) => event.kind === "said" && event.by !== visitor.me) ? "said" : null;
}
