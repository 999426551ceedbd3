// Two tabs of which one is open. The keyboard's arrows lead from one to the other.

import { find } from "./dom.js";

/** @param {HTMLElement[]} tabs the buttons, each with aria-controls @param {() => void} opened after each change */
export function setUpTabs(tabs, opened) {
  const open = (/** @type {HTMLElement} */ chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      find(tab.getAttribute("aria-controls") ?? "").hidden = !isChosen;
    }
    opened();
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      const next = tabs.find((one) => one !== tab) ?? tab;
      open(next);
      next.focus();
    });
  }
}
