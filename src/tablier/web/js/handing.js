// Several seats at one device: whose view is shown, and the moment at which the device is handed over.

import { button, make } from "./dom.js";
import { t } from "./language.js";

/** Whether two seats see different things. What can be touched differs always, and is no secret. */
export function hasSecrets(scenes) {
  const touchable = new Set(scenes.flatMap((scene) => Object.values(scene.touches).flat()));
  const told = scenes.map((scene) => {
    const words = scene.items
      .filter(([id, , , words]) => words && !touchable.has(id))
      .map(([id, , , words]) => `${id}: ${words}`);
    return words.sort().join("\n");
  });
  return new Set(told).size > 1;
}

export class Handing {
  /** `on.takes(seat)`: the person of that seat has the device. */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** Whether this game has secrets; null: not known yet. */
    this.secrets = null;
  }

  /** See whether this game has secrets; once it had some it is taken to have them. */
  look(feeds) {
    // Only views of the same moment can be compared: one seat may have been told before another.
    const isSameMoment = new Set(feeds.map(({ acts, now }) => `${acts.length} ${now?.pending}`)).size === 1;
    if (!this.secrets && isSameMoment && feeds[0].now.scene)
      this.secrets = hasSecrets(feeds.map((feed) => feed.now.scene));
    return this.secrets;
  }

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
