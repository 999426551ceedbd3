// Times and shares, as one writes them.

import { lang, t } from "./language.js";

const DAY = 86_400;
const HOUR = 3600;

/** 1:05, or 2 h 05, or 3 days 4 h; the last seconds with tenths. @param {number} ms */
export function duration(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const days = Math.floor(seconds / DAY);
  if (days) return t("chairs.days", { n: days, hours: Math.floor((seconds % DAY) / HOUR) });
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)} h ${two(Math.floor((seconds % HOUR) / 60))}`;
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toLocaleString(lang, { minimumFractionDigits: 1 })}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** @type {Record<number, string>} */
const FRACTIONS = {
  1: "1",
  0.5: "½",
  0.3333: "⅓",
  0.25: "¼",
  0.6667: "⅔",
  0.75: "¾",
  0: "0",
  0.1667: "⅙",
  0.2: "⅕",
  0.125: "⅛",
};

/** A seat's part of the win: 1, ½, ⅓. @param {string[]} shares @param {number} seat */
export function fraction(shares, seat) {
  const values = shares.map(toNumber);
  const part = values[seat] / (values.reduce((a, b) => a + b, 0) || 1);
  return FRACTIONS[Math.round(part * 10_000) / 10_000] ?? part.toFixed(2);
}

/** "1/3" as a number. @param {string} share */
export function toNumber(share) {
  const [above, below = "1"] = share.split("/");
  return Number(above) / Number(below);
}
