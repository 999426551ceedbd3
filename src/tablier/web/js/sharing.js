// The link of a finished game, which opens it for anybody who has it.

import { button, dialogActions, linkBox, make, openDialog } from "./dom.js";
import { t } from "./language.js";
import * as server from "./server.js";

/** @param {string} table */
export function shareGame(table) {
  const link = new URL(server.replayOf(table), location.href).href;
  const words = {
    copy: t("do.copy"),
    copied: t("do.copied"),
    share: t("seating.share"),
    shareText: t("share.message"),
  };
  return openDialog(t("share.title"), (dialog) => [
    make("p", {}, t("share.text")),
    linkBox(link, { label: t("share.link"), ...words }),
    dialogActions(button(t("do.close"), () => dialog.close())),
  ]);
}
