// A game that waits for somebody shows in the tab, and, where that is wanted and allowed, as a notification of the system.

import { t } from "./language.js";
import { liking } from "./likes.js";

const CALM = "/web/icon.svg";
const WAITING = "/web/icon-waiting.svg";

/** Where there is a system that can tell. */
export function canNotify() {
  return "Notification" in globalThis;
}

/** Ask whether one may; gives the answer. */
export async function allowNotices() {
  return (await Notification.requestPermission()) === "granted";
}

/** The icon of the tab, and of the app where it is one. @param {number} waiting how many games wait for us */
export function showWaiting(waiting) {
  const link = document.querySelector("link[rel=icon]");
  const href = waiting ? WAITING : CALM;
  if (link && link.getAttribute("href") !== href) link.setAttribute("href", href);
  if (!("setAppBadge" in navigator)) return;
  // Not every page may.
  (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
}

/** Tell who looks at something else that a game waits; one notification for each table. @param {string} table @param {string} title of the game @param {string} words */
export function notify(table, title, words) {
  if (document.visibilityState === "visible" || liking("notify") !== "yes") return;
  if (!canNotify() || Notification.permission !== "granted") return;
  const shown = new Notification(t("notice.yours", { game: title }), { body: words, icon: CALM, tag: table });
  shown.onclick = () => {
    window.focus();
    if (location.pathname !== `/t/${table}`) location.assign(`/t/${table}`);
    shown.close();
  };
}
