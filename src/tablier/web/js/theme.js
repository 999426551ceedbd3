// Light or dark: as the system has it, until somebody chooses.

import { like, liking } from "./likes.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function switchTheme() {
  const chosen = liking("theme");
  const isDark = chosen === "system" ? dark.matches : chosen === "dark";
  like("theme", isDark ? "light" : "dark");
}
