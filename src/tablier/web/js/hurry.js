// Buttons that start something which takes a moment.

/** Do it once; a button that works does not change its size.
 * @param {HTMLElement} button @param {(problem: unknown) => void} complain @param {() => Promise<unknown>} act
 */
export async function hurry(button, complain, act) {
  if (button.getAttribute("aria-disabled") === "true") return;
  complain(null);
  button.setAttribute("aria-disabled", "true");
  try {
    await act();
  } catch (problem) {
    complain(problem);
    button.removeAttribute("aria-disabled");
  }
}

// Who comes back with the browser's button finds everything as it was, working buttons too.
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("[aria-disabled=true]")) button.removeAttribute("aria-disabled");
});
