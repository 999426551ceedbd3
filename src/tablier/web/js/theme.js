// Light or dark: as the system has it, until somebody chooses.

const dark = matchMedia("(prefers-color-scheme: dark)");

function theme() {
  return document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
}

export function switchTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // without a memory it holds for this page alone
  }
}
