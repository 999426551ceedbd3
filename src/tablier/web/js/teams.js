// Who wins and loses together.

import { list, t } from "./language.js";

/** The seats of each team; none where everybody plays for themselves. @param {(number | undefined)[]} teams of each seat @returns {number[][]} */
export function inTeams(teams) {
  /** @type {number[][]} */
  const found = [];
  for (const [seat, team] of teams.entries()) if (team !== undefined) (found[team] ??= []).push(seat);
  return found;
}

/** @param {number[]} team @param {(seat: number) => string} words of a seat */
export function teamName(team, words) {
  if (team.length === 1) return t("team.alone", { seat: words(team[0]) });
  return t("team.together", { seats: list(team.map(words)) });
}
