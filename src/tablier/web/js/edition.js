// Whether this page is still the one that the server has. If it is not, it is loaded anew, at a moment at which nobody is in the middle of something.

/** Of the WebSocket, as this page speaks it. */
export const PROTOCOL = 3;

/** How long nobody has touched anything at a good moment. */
const CALM = 1500;

/** And after how long what was begun is not waited for any more. */
const ABANDONED = 60_000;

/** How long a page that was loaded anew, and is still another, waits before it tries again: while servers are replaced, some have the old one. */
const AGAIN = 60_000;

const LOOK = 250;
const KEPT = "renewed";

/** What somebody may be in the middle of. @type {(() => boolean)[]} */
const occupations = [];
let touched = 0;
let isWaiting = false;

/** Wait for this to be over before the page is loaded anew. @param {() => boolean} isOn */
export function waitFor(isOn) {
  occupations.push(isOn);
}

/** What a server says of itself; whether this page understands it. @param {{ protocol?: number, pages?: string | null }} told */
export function compare({ protocol = PROTOCOL, pages }) {
  const own = document.documentElement.dataset.edition;
  const isUnderstood = protocol === PROTOCOL;
  if (!isUnderstood || (own && pages && pages !== own)) renew(pages || String(protocol));
  return isUnderstood;
}

/** @param {string} edition */
function renew(edition) {
  if (isWaiting || wasTried(edition)) return;
  isWaiting = true;
  for (const kind of ["pointerdown", "keydown", "input"])
    addEventListener(kind, () => (touched = performance.now()), { capture: true, passive: true });
  touched = performance.now();
  const timer = setInterval(() => {
    if (!isGoodMoment()) return;
    clearInterval(timer);
    if (note(edition)) loadAnew();
  }, LOOK);
}

/** @param {string} edition */
function wasTried(edition) {
  try {
    const tried = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    return tried.edition === edition && Date.now() - tried.at < AGAIN;
  } catch {
    return true;
  }
}

/** Whether that could be kept: a browser that keeps nothing would load the page again and again. @param {string} edition */
function note(edition) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ edition, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

function isGoodMoment() {
  const quiet = performance.now() - touched;
  return quiet > (isBusy() ? ABANDONED : CALM);
}

function isBusy() {
  const fields = document.querySelectorAll("textarea, input:not([type=checkbox], [type=radio], [type=range])");
  const isWriting = [...fields].some((field) => {
    const { value, defaultValue } = /** @type {HTMLInputElement} */ (field);
    return value !== defaultValue;
  });
  return isWriting || document.querySelector("dialog[open]") !== null || occupations.some((isOn) => isOn());
}

/** With what the server has now, not what the browser has kept of it. */
async function loadAnew() {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const ours = files.filter((name) => name.startsWith(`${location.origin}/web/`));
  await Promise.allSettled([...new Set(ours)].map((name) => fetch(name, { cache: "reload" })));
  location.reload();
}
