// Several seats at one device: whose view is shown, and the moment at which the device is handed over.

/** @import { Scene } from "./wire.js" */
/** @import { View } from "./view.js" */

import { button, make } from "./dom.js";
import { t } from "./language.js";

/** Whether two seats see different things. What can be touched differs always, and is no secret. @param {Scene[]} scenes */
export function hasSecrets(scenes) {
  const touchable = new Set(scenes.flatMap((scene) => Object.values(scene.touches).flat()));
  const told = scenes.map((scene) => {
    const words = scene.items
      .filter(({ id, words }) => words && !touchable.has(id))
      .map(({ id, words }) => `${id}: ${words}`);
    return words.sort().join("\n");
  });
  return new Set(told).size > 1;
}

export class Handing {
  /** @param {HTMLElement} host @param {{ takes: (seat: number) => unknown }} on the person of that seat has the device */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** Whether this game has secrets; null: not known yet. @type {boolean | null} */
    this.secrets = null;
    /** To whom the device is to be handed. @type {number | null} */
    this.seat = null;
  }

  /** See whether this game has secrets; once it had some it is taken to have them. @param {View[]} views */
  look(views) {
    // Only views of the same moment can be compared: one seat may have been told before another.
    const isSameMoment = new Set(views.map(({ acts, now }) => `${acts.length} ${now.pending}`)).size === 1;
    if (!this.secrets && isSameMoment) this.secrets = hasSecrets(views.map((view) => view.now.scene));
    return this.secrets;
  }

  /** @param {number} seat @param {string} name */
  show(seat, name) {
    if (this.seat === seat && !this.host.hidden) return;
    this.seat = seat;
    const mine = button(t("hand.mine", { name }), () => this.on.takes(seat), "button--main");
    this.host.replaceChildren(
      make(
        "div",
        { class: "curtain-card panel", role: "group", "aria-label": t("hand.title", { name }) },
        make("h2", {}, t("hand.title", { name })),
        make("p", { class: "soft" }, t("hand.help")),
        mine,
      ),
    );
    this.host.hidden = false;
    mine.focus({ preventScroll: true });
  }

  hide() {
    this.host.hidden = true;
    this.seat = null;
  }
}
