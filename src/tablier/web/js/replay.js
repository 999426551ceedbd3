// A game that was played, turn by turn: from a file, from a text, or from a finished table.

/** @import { Game, Moment, Problem } from "./wire.js" */
/** @import { People } from "./result.js" */

import { showBar } from "./bar.js";
import { find, make, options, reason } from "./dom.js";
import { isWriting } from "./keys.js";
import { list, t } from "./language.js";
import { Picture } from "./picture.js";
import { earlyEndWords, resultWords } from "./result.js";
import * as server from "./server.js";

const PACE = 1_300;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
const BUTTONS = { first: -Infinity, previous: -1, next: 1, last: Infinity };

class Replay {
  /** @param {string} file @param {Game[]} games */
  constructor(file, games) {
    this.file = file;
    this.games = games;
    this.picture = new Picture(find("board"));
    this.picture.svg.classList.add("board");
    /** Whose view is shown; null: everybody's. @type {number | null} */
    this.viewer = null;
    this.turn = 0;
    this.count = 0;
    /** Moments that have been seen, by viewer and turn. @type {Map<string, Promise<Moment>>} */
    this.moments = new Map();
    this.isAsking = false;
    /** The lines that are listed. */
    this.listed = "";
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** Open it at its end, so that a file that cannot be read is refused at once. */
  async open() {
    const moment = await this.moment(null);
    this.count = moment.lines.length;
    // A board that grows has its largest size at the end: the frame keeps that from the beginning on.
    this.picture.setRatio(moment.scene.box);
    this.listen();
    this.introduce(moment);
    await this.go(0);
  }

  /** @param {Moment} moment the last one */
  introduce(moment) {
    const game = this.games.find(({ name }) => name === moment.game);
    const words = (/** @type {string} */ seat) => game?.seat_words[seat] ?? seat;
    const seats = moment.seats.map((seat) => ({ words: words(seat), name: moment.names[seat] }));
    document.title = `${game?.title ?? ""} · ${t("replay.title")}`;
    find("title").textContent = game?.title ?? "";
    const who = seats.map(({ words, name }) => (name ? `${name} (${words})` : words)).join(" · ");
    const outcome = outcomeWords(moment, {
      seat: (seat) => seats[seat].words,
      person: (seat) => seats[seat].name || seats[seat].words,
    });
    find("people").replaceChildren(make("p", { class: "soft" }, who), ...outcome);
    const viewers = seats.map(({ words }, seat) => /** @type {[number, string]} */ ([seat, words]));
    find("viewer").replaceChildren(...options([["", t("replay.public")], ...viewers]));
    find("scrubber", HTMLInputElement).max = String(this.count);
    this.judge(words);
  }

  // --- going from turn to turn

  /** @param {number | null} turn null: the last one */
  moment(turn) {
    const key = this.keyOf(turn);
    const known = this.moments.get(key);
    if (known) return known;
    const asked = server.replay(this.file, turn, this.viewer);
    this.moments.set(key, asked);
    asked.catch(() => this.moments.delete(key));
    return asked;
  }

  keyOf(turn = /** @type {number | null} */ (this.turn)) {
    return `${this.viewer} ${turn}`;
  }

  /** @param {number} turn */
  async go(turn) {
    this.turn = Math.min(Math.max(turn, 0), this.count);
    find("scrubber", HTMLInputElement).value = String(this.turn);
    find("at").textContent = t("replay.at", { turn: this.turn, count: this.count });
    // While one moment is on its way others may be wished for: then only the last is asked for.
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      let shown;
      do {
        shown = this.keyOf();
        this.show(await this.moment(this.turn));
      } while (shown !== this.keyOf());
    } catch (problem) {
      this.pause();
      find("status").textContent = reason(problem);
    }
    this.isAsking = false;
    if (this.turn < this.count) this.moment(this.turn + 1).catch(() => {});
  }

  /** @param {number} by how many turns; infinitely many lead to the beginning or the end */
  step(by) {
    this.pause();
    this.go(this.turn + by);
  }

  /** @param {Moment} moment */
  show({ scene, lines, turn }) {
    this.picture.show(scene);
    find("status").textContent = scene.status;
    find("line").textContent = turn ? `${turn}. ${lines[turn - 1]}` : t("replay.start");
    this.list(lines);
    for (const [i, item] of [...find("lines").children].entries()) {
      item.firstElementChild?.toggleAttribute("aria-current", i === turn);
      if (i === turn && item instanceof HTMLElement) keepInSight(find("lines"), item);
    }
  }

  /** @param {string[]} lines */
  list(lines) {
    const listed = lines.join("\n");
    if (listed === this.listed) return;
    this.listed = listed;
    const items = [t("replay.start"), ...lines].map((words, number) => {
      const mark = make("span", { class: "soft number" }, number ? String(number) : "");
      const turn = { type: "button", class: "turn", onclick: () => this.go(number) };
      return make("li", {}, make("button", turn, mark, make("span", { class: "notation" }, words)));
    });
    find("lines").replaceChildren(...items);
  }

  // --- playing

  play() {
    if (this.turn === this.count) this.go(0);
    this.timer = setInterval(() => (this.turn < this.count ? this.go(this.turn + 1) : this.pause()), PACE);
    this.showPlaying(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlaying(false);
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    find("play").classList.toggle("is-moving", isPlaying);
    find("play").setAttribute("aria-label", t(isPlaying ? "replay.pause" : "replay.play"));
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  listen() {
    for (const [id, by] of Object.entries(BUTTONS)) find(id).onclick = () => this.step(by);
    find("play").onclick = () => this.toggle();
    const scrubber = find("scrubber", HTMLInputElement);
    scrubber.oninput = () => this.step(Number(scrubber.value) - this.turn);
    const viewer = find("viewer", HTMLSelectElement);
    viewer.onchange = () => {
      this.viewer = viewer.value === "" ? null : Number(viewer.value);
      this.go(this.turn);
    };
    document.onkeydown = (event) => this.key(event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || isWriting(target)) return;
    if (event.key in STEPS) this.step(STEPS[event.key]);
    else if (event.key === " " && target instanceof Element && !target.matches("button, a")) this.toggle();
    else return;
    event.preventDefault();
  }

  // --- chance

  /** @param {(seat: string) => string} words of a seat */
  async judge(words) {
    const box = find("fair");
    box.textContent = t("replay.checking");
    try {
      const { ok, checked, givers, problems } = await server.verify(this.file);
      const isMissing = problems.some(({ code }) => code === "fair/no-proof");
      box.className = `note ${ok ? "note--good" : isMissing ? "" : "note--bad"}`;
      const found = ok ? praise(checked, givers.map(words)) : problems.map(complaint);
      box.replaceChildren(make("p", { class: "title" }, t("replay.fair")), ...found);
    } catch (problem) {
      box.textContent = reason(problem);
    }
  }
}

/** Who won, and what ended it where the rules did not. @param {Moment} moment @param {People} people */
function outcomeWords({ result, ended }, people) {
  const early = ended && earlyEndWords(ended, people);
  return [
    make("p", { class: "title" }, result ? resultWords(result, people, []) : t("replay.unfinished")),
    ...(early ? [make("p", {}, early)] : []),
  ];
}

/** @param {number} checked how many draws @param {string[]} givers names of the seats that gave to chance */
function praise(checked, givers) {
  const words = [checked ? t("replay.fair-ok", { n: checked }) : t("replay.fair-none")];
  if (givers.length) words.push(t("replay.givers", { n: givers.length, names: list(givers) }));
  return words.map((one) => make("p", { class: "small" }, one));
}

/** @param {Problem} problem */
function complaint({ words, line }) {
  return make("p", { class: "small" }, line ? `${words} (${t("replay.line", { n: line })})` : words);
}

/** @param {HTMLElement} box @param {HTMLElement} item */
function keepInSight(box, item) {
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}

// --- opening a file

/** @type {Replay | null} */
let current = null;
const written = find("text", HTMLTextAreaElement);

/** @param {string} text */
async function start(text) {
  written.value = text;
  find("trouble").hidden = true;
  try {
    find("board").replaceChildren();
    current = new Replay(text, await server.games());
    showForm(false);
    await current.open();
  } catch (problem) {
    complain(problem);
  }
}

/** @param {boolean} isShown the form to open a game, or the game */
function showForm(isShown) {
  find("opening").hidden = !isShown;
  find("replaying").hidden = isShown;
}

/** @param {unknown} problem */
function complain(problem) {
  const detail = problem instanceof server.Refused ? problem.detail : "";
  showForm(true);
  find("trouble").hidden = false;
  find("trouble").textContent = [reason(problem), detail].filter(Boolean).join(" : ");
}

function listenForFiles() {
  find("opening").addEventListener("submit", (event) => {
    event.preventDefault();
    if (written.value.trim()) start(written.value);
  });
  const chooser = find("file", HTMLInputElement);
  chooser.addEventListener("change", () => take(chooser.files?.[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const text = event.dataTransfer?.getData("text/plain");
    if (event.dataTransfer?.files[0]) take(event.dataTransfer.files[0]);
    else if (text) start(text);
  });
  find("other").addEventListener("click", () => {
    showForm(true);
    document.onkeydown = null;
    current?.pause();
    written.focus();
  });
}

/** @param {File | undefined} file */
async function take(file) {
  if (file) start(await file.text());
}

showBar();
document.title = t("replay.title");
listenForFiles();
const table = new URLSearchParams(location.search).get("table");
if (table) server.gameFile(table).then(start, (problem) => complain(reason(problem)));
else showForm(true);
