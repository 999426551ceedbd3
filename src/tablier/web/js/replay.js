// A game that was played, action by action, told as at a table: from a file, from a text, or from a finished table.

/** @import { People } from "./result.js" */
/** @import { Game, Moment, Problem, Scene } from "./wire.js" */

import { showBar } from "./bar.js";
import { find, make, options, reason } from "./dom.js";
import { showHeadline } from "./headline.js";
import { hurry } from "./hurry.js";
import { isWriting } from "./keys.js";
import { list, t } from "./language.js";
import { usualLevel } from "./levels.js";
import { Moments } from "./moments.js";
import { shownFor } from "./motion.js";
import { openAndGo } from "./opening.js";
import { Picture } from "./picture.js";
import { earlyEndWords, resultWords } from "./result.js";
import * as server from "./server.js";
import { shareGame } from "./sharing.js";
import { Story } from "./story.js";

const PACE = 1_500;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
const ME = /** @type {const} */ ({ who: "me" });
const BOT = /** @type {const} */ ("bot");
const BUTTONS = { first: -Infinity, previous: -1, next: 1, last: Infinity };

class Replay {
  /** @param {string} file @param {Game[]} games @param {number | null} viewer */
  constructor(file, games, viewer) {
    this.file = file;
    this.games = games;
    this.picture = new Picture(find("board"));
    this.picture.svg.classList.add("board");
    /** What is shown, or comes once it was seen how it came about. @type {Scene | null} */
    this.scene = null;
    this.staged = new Moments(
      find("moment"),
      { svg: this.picture.svg, stage: (scene) => this.picture.show(scene) },
      { headline: find("line"), said: say, ended: () => this.reveal() },
    );
    /** Whose view is shown; null: everybody's. @type {number | null} */
    this.viewer = viewer;
    /** Where one stops: after how many actions, of which each is told; first at the beginning. */
    this.stops = [0];
    /** At which of them we are. */
    this.stop = 0;
    this.game = "";
    /** @type {string[]} */
    this.seats = [];
    /** Whether there is nothing to play at the last of them: the rules have ended the game. */
    this.isOver = false;
    /** @type {People} */
    this.people = { seat: String, person: String };
    find("lines").replaceChildren();
    this.story = new Story(find("lines"), {
      goTo: (actions) => this.step(this.stopAt(actions) - this.stop),
      rewritten: () => this.tell(),
    });
    /** Moments that have been seen, by viewer and actions. @type {Map<string, Promise<Moment>>} */
    this.moments = new Map();
    this.isAsking = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Open it at its end, so that a file that cannot be read is refused at once. */
  async open() {
    const moment = await this.moment(null);
    // A board that grows has its largest size at the end: the frame keeps that from the beginning on.
    this.picture.setRatio(moment.scene.box);
    this.listen();
    this.introduce(moment);
    this.list(moment);
    await this.go(0);
  }

  /** @param {Moment} moment the last one */
  introduce(moment) {
    const game = this.games.find(({ name }) => name === moment.game);
    const words = (/** @type {string} */ seat) => game?.seat_words[seat] ?? seat;
    this.game = moment.game;
    this.seats = moment.seats;
    this.isOver = moment.ended?.why === "rules";
    find("resume").textContent = t(moment.seats.length > 2 ? "replay.resume-many" : "replay.resume");
    const seats = moment.seats.map((seat) => ({ words: words(seat), name: moment.names[seat] }));
    document.title = `${game?.title ?? ""} · ${t("replay.title")}`;
    find("title").textContent = game?.title ?? "";
    const who = seats.map(({ words, name }) => (name ? `${name} (${words})` : words)).join(" · ");
    this.people = {
      seat: (/** @type {number} */ seat) => seats[seat].words,
      person: (/** @type {number} */ seat) => seats[seat].name || seats[seat].words,
    };
    find("people").replaceChildren(make("p", { class: "soft" }, who), ...outcomeWords(moment, this.people));
    const viewers = seats.map(({ words }, seat) => /** @type {[number, string]} */ ([seat, words]));
    find("viewer").replaceChildren(...options([["", t("replay.public")], ...viewers], this.viewer ?? ""));
    this.judge(words);
  }

  // --- going from action to action

  /** @param {number | null} actions null: all of them */
  moment(actions) {
    const key = `${this.viewer} ${actions}`;
    const known = this.moments.get(key);
    if (known) return known;
    const asked = server.replay(this.file, actions, this.viewer);
    this.moments.set(key, asked);
    asked.catch(() => this.moments.delete(key));
    return asked;
  }

  /** What the viewer is told, from beginning to end. @param {Moment} moment the last one */
  list({ acts }) {
    const actions = this.stops[this.stop];
    const told = acts.flatMap(({ words }, i) => (words ? [i + 1] : []));
    this.stops = [0, ...told];
    this.stop = this.stopAt(actions);
    find("scrubber", HTMLInputElement).max = String(this.last);
    this.story.show({ acts, remarks: [], seal: "" }, this.people);
  }

  get last() {
    return this.stops.length - 1;
  }

  /** Where so many actions are told. @param {number} actions */
  stopAt(actions) {
    const found = this.stops.findIndex((stop) => stop >= actions);
    return found < 0 ? this.last : found;
  }

  /** @param {number} stop @param {boolean} isNext whether one comes from the stop before it, and sees how it came about */
  async go(stop, isNext = false) {
    this.staged.skip();
    this.stop = Math.min(Math.max(stop, 0), this.last);
    find("scrubber", HTMLInputElement).value = String(this.stop);
    find("at").textContent = t("replay.at", { at: this.stop, count: this.last });
    // While one moment is on its way others may be wished for: then only the last is asked for.
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      let wanted;
      do {
        wanted = this.moment(this.stops[this.stop]);
        this.show((await wanted).scene, isNext);
      } while (wanted !== this.moment(this.stops[this.stop]));
    } catch (problem) {
      this.pause();
      say(reason(problem));
    }
    this.isAsking = false;
    if (this.stop < this.last) this.moment(this.stops[this.stop + 1]).catch(() => {});
  }

  /** @param {number} by how many stops; infinitely many lead to the beginning or the end */
  step(by) {
    this.pause();
    this.go(this.stop + by, by === 1);
  }

  /** @param {Scene} scene @param {boolean} isNext */
  show(scene, isNext) {
    // What the stop before it has shown already is not shown again.
    this.staged.seen = (isNext ? this.scene : scene)?.moment?.id ?? "";
    this.scene = scene;
    if (!this.staged.begin(scene)) this.reveal();
  }

  /** What has come of it. */
  reveal() {
    const { scene } = this;
    if (!scene) return;
    this.picture.show(scene);
    find("again").hidden = !scene.moment;
    find("resume", HTMLButtonElement).disabled = this.isOver && this.stop === this.last;
    this.tell();
  }

  /** Say what led here, and mark it where all is told. */
  tell() {
    const line = this.story.mark(this.stops[this.stop]);
    say(line?.textContent ?? t("replay.start"));
    find("line").classList.toggle("notation", this.story.isNotation);
    if (line) keepInSight(find("lines"), line);
    else find("lines").scrollTop = 0;
  }

  /** @param {number | null} viewer */
  async see(viewer) {
    this.pause();
    this.viewer = viewer;
    this.list(await this.moment(null));
    await this.go(this.stop);
  }

  // --- playing

  play() {
    if (this.stop === this.last) this.go(0);
    this.showPlaying(true);
    this.goOn();
  }

  /** To the next stop, once this one has been looked at, and how it came about was seen. */
  goOn() {
    this.timer = setTimeout(async () => {
      if (this.stop === this.last) return this.pause();
      if (!this.staged.isOn) await this.go(this.stop + 1, true);
      if (this.timer) this.goOn();
    }, shownFor(PACE));
  }

  pause() {
    clearTimeout(this.timer);
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
    find("again").onclick = () => this.scene && this.staged.play(this.scene);
    const scrubber = find("scrubber", HTMLInputElement);
    scrubber.oninput = () => this.step(Number(scrubber.value) - this.stop);
    const viewer = find("viewer", HTMLSelectElement);
    viewer.onchange = () => this.see(viewer.value === "" ? null : Number(viewer.value));
    find("resume", HTMLButtonElement).onclick = () => this.resume();
    document.onkeydown = (event) => this.key(event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || isWriting(target)) return;
    if (event.key in STEPS) this.step(STEPS[event.key]);
    else if (event.key === "Escape" && this.staged.isOn) this.staged.skip();
    else if (event.key === " " && target instanceof Element && !target.matches("button, a")) this.toggle();
    else return;
    event.preventDefault();
  }

  // --- playing on

  /** A table of one's own, whose game begins with what has been played up to here; bots play the others. */
  resume() {
    const { file } = this;
    const actions = this.stops[this.stop];
    const seats = this.seats.map((_, seat) => (seat === (this.viewer ?? 0) ? ME : { who: BOT, level: usualLevel() }));
    return hurry(
      find("resume", HTMLButtonElement),
      (problem) => problem && say(reason(problem)),
      () => openAndGo({ game: this.game, seats, listed: false, resume: { file, actions } }),
    );
  }

  // --- chance

  /** @param {(seat: string) => string} words of a seat */
  async judge(words) {
    const box = find("fair");
    box.textContent = t("replay.checking");
    try {
      const { ok, whole, points, givers, withheld, problems } = await server.verify(this.file);
      const isMissing = problems.some(({ code }) => code === "fair/no-proof");
      box.className = `note ${ok ? "note--good" : isMissing ? "" : "note--bad"}`;
      const [gave, kept] = [givers.map(words), withheld.map(words)];
      const found = ok ? praise(points, whole, gave, kept) : problems.map(complaint);
      box.replaceChildren(make("p", { class: "title" }, t("replay.fair")), ...found);
    } catch (problem) {
      box.textContent = reason(problem);
    }
  }
}

/** What is seen, over the board. @param {string} words */
function say(words) {
  showHeadline(find("line"), words);
}

/** Who won, and what ended it where the rules did not. @param {Moment} moment @param {People} people */
function outcomeWords({ result, ended }, people) {
  const early = ended && earlyEndWords(ended, people);
  return [
    make("p", { class: "title" }, result ? resultWords(result, people, []) : t("replay.unfinished")),
    ...(early ? [make("p", {}, early)] : []),
  ];
}

/** @param {string[]} points what is right @param {boolean} isWhole whether the proof fixes the whole game
 * @param {string[]} givers names of the seats that gave to chance @param {string[]} withheld those that had pledged to, and did not
 */
function praise(points, isWhole, givers, withheld) {
  const words = isWhole ? [] : [t("replay.fair-old")];
  if (givers.length) words.push(t("replay.givers", { n: givers.length, names: list(givers) }));
  if (withheld.length) words.push(t("replay.withheld", { n: withheld.length, names: list(withheld) }));
  const checked = points.map((point) => make("li", {}, point));
  return [make("ul", { class: "small" }, ...checked), ...words.map((one) => make("p", { class: "small" }, one))];
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

/** @param {string} text @param {number | null} [viewer] */
async function start(text, viewer = null) {
  written.value = text;
  find("trouble").hidden = true;
  try {
    find("board").replaceChildren();
    current = new Replay(text, await server.games(), viewer);
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
    find("share").hidden = true;
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
const asked = new URLSearchParams(location.search);
const [table, seat] = [asked.get("table"), asked.get("seat")];
if (table) {
  find("share").hidden = false;
  find("share").addEventListener("click", () => shareGame(table));
  server.gameFile(table).then((file) => start(file, seat ? Number(seat) : null), complain);
} else showForm(true);
