// The end: who won and why, what comes next, and whether chance was what had been promised.

import { button, make } from "./dom.js";
import { toFraction, value } from "./chairs.js";
import { ask, entropiesOf, notedOf } from "./net.js";
import { list, t, typeset } from "./language.js";

const SCHEME = "tablier fair 1";

export class Ending {
  /** `on.rematch()`, and `on.follow(table)`. */
  constructor(host, on) {
    this.host = host;
    this.on = on;
  }

  show(feed, { people, mine, me, table }) {
    this.host.hidden = !feed.ended;
    if (!feed.ended) return;
    const state = JSON.stringify([feed.ended.shares, feed.followed, mine, me]);
    if (state === this.state) return;
    this.state = state;
    this.fair ??= this.fairness(feed, table);
    this.host.replaceChildren(
      make("h2", { class: "ending-result" }, resultWords(feed.ended, people, mine)),
      why(feed, people),
      make("div", { class: "row" }, ...this.ways(feed, mine, table)),
      this.fair,
    );
  }

  ways(feed, mine, table) {
    const file = `/api/v1/tables/${table}/file`;
    return [
      feed.followed && mine.length
        ? button(t("end.follow"), () => this.on.follow(feed.followed), "button--main")
        : mine.length
          ? button(t("end.rematch"), () => this.on.rematch(), "button--main")
          : null,
      !mine.length && feed.followed
        ? make("a", { class: "button", href: `/t/${feed.followed}` }, t("end.follow"))
        : null,
      make("a", { class: "button", href: `/replay?table=${table}` }, t("end.replay")),
      make("a", { class: "button", href: file, download: `${table}.txt` }, t("end.file")),
    ];
  }

  fairness(feed, table) {
    const points = make("ul", { class: "fair-points stack" }, make("li", {}, t("end.checking")));
    const box = make(
      "details",
      { class: "fair" },
      make("summary", {}, t("end.fair")),
      points,
      make("p", { class: "small soft" }, t(hasGiven(table) ? "end.proves" : "end.provesWatching")),
    );
    this.check(feed, table, points).then((isWell) => box.classList.toggle("fair--bad", !isWell));
    return box;
  }

  async check(feed, table, points) {
    const found = globalThis.crypto?.subtle ? await this.proofs(feed, table) : [[false, "end.noChecks"]];
    points.replaceChildren(...found.map(([isWell, key]) => point(isWell, t(key))));
    const throws = await this.throws(table, points);
    return throws && found.every(([isWell]) => isWell !== false);
  }

  /** What this browser can see by itself, without the rules of any game; docs/fairness.md has the scheme. */
  async proofs(feed, table) {
    const { secret, entropies } = feed.ended;
    const { commitment } = feed.opened;
    const noted = notedOf(table);
    const isNoted = noted?.commitment === commitment && noted?.seal === feed.seal;
    const isKept = (await sha256(SCHEME, "commitment", table, secret)) === commitment;
    // What the seats were heard to give when they sat down is what must have been sealed.
    const isGiven = feed.chairs.every((chair, seat) => chair.entropy === entropies[seat]);
    const isSealed = isGiven && (await sha256(SCHEME, "seal", table, commitment, ...entropies)) === feed.seal;
    const given = Object.entries(entropiesOf(table));
    const isMine = given.every(([seat, drawn]) => entropies[seat] === drawn);
    return [
      [noted ? isNoted : null, noted ? (isNoted ? "end.notedOk" : "end.notedBad") : "end.notNoted"],
      [isKept, isKept ? "end.commitmentOk" : "end.commitmentBad"],
      [isSealed, isSealed ? "end.sealOk" : "end.sealBad"],
      ...(given.length ? [[isMine, isMine ? "end.mineOk" : "end.mineBad"]] : []),
    ];
  }

  async throws(table, points) {
    try {
      const { ok, checked, problems } = await ask(`/tables/${table}/verdict`);
      const words = ok
        ? t(checked ? "end.throwsOk" : "end.throwsNone", { n: checked })
        : `${t("end.throwsBad")} ${problems.map(({ words }) => words).join(" ; ")}`;
      points.append(point(ok, words));
      return ok;
    } catch (problem) {
      points.append(point(false, problem.message));
      return false;
    }
  }
}

function hasGiven(table) {
  return Object.keys(entropiesOf(table)).length > 0;
}

/** A point of the proof: right, wrong, or (null) not to be told. */
function point(isWell, words) {
  const [kind, sign] = { true: ["well", "✓"], false: ["bad", "✗"], null: ["open", "–"] }[String(isWell)];
  return make(
    "li",
    { class: `fair-point fair-point--${kind}` },
    make("span", { "aria-hidden": "true" }, sign),
    make("span", {}, words),
  );
}

async function sha256(...lines) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("\n")));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Who won: in the second person where the answer is the same for all my seats. */
export function resultWords({ shares }, people, mine) {
  const values = shares.map(value);
  const most = Math.max(...values);
  const winners = [...values.keys()].filter((seat) => values[seat] === most && most > 0);
  if (winners.length === values.length || !winners.length) return t("end.draw");
  if (mine.length === 1) {
    if (!winners.includes(mine[0]))
      return values[mine[0]] > 0 ? `${t("end.shared")} (${toFraction(shares, mine[0])})` : t("end.lost");
    if (winners.length === 1) return t("end.won");
  }
  const names = list(winners.map((seat) => people.person(seat)));
  return t(winners.length === 1 ? "end.wins" : "end.winTogether", { names });
}

function why({ ended, now }, people) {
  const words =
    ended.why === "rules"
      ? typeset(now.scene?.status ?? "")
      : t(`end.why.${ended.why}`, { name: people.person(ended.seat) });
  return make("p", {}, words);
}
