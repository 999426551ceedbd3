// Tabs of which one is open. The keyboard's arrows lead from one to the next.

import { find } from "./dom.js";

/** @template {HTMLElement} T
 * @param {T[]} tabs the buttons, each with aria-controls @param {(tab: T) => void} opened after each change
 * @returns {(tab: T) => void} opens one
 */
export function setUpTabs(tabs, opened) {
  const open = (/** @type {T} */ chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      find(tab.getAttribute("aria-controls") ?? "").hidden = !isChosen;
    }
    opened(chosen);
  };
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
      if (!step) return;
      const next = tabs[(i + step) % tabs.length];
      open(next);
      next.focus();
    });
  }
  return open;
}
