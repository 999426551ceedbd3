// A game that was played, turn by turn: from a file, from a text, or from a finished table.

import { showBar } from "./bar.js";
import { find, make } from "./dom.js";
import { has, lang, list, t, typeset } from "./language.js";
import { ask, askText, tell } from "./net.js";
import { Picture } from "./picture.js";
import "./words/pages.js";

const PACE = 1_300;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
const BUTTONS = { first: -Infinity, previous: -1, next: 1, last: Infinity };

class Replay {
  constructor(file, games) {
    this.file = file;
    this.games = games;
    this.picture = new Picture(find("board"));
    this.picture.svg.classList.add("board");
    this.viewer = null;
    this.turn = 0;
    /** Moments that have been seen, by viewer and turn. */
    this.moments = new Map();
  }

  /** Open it at its end, so that a file that cannot be read is refused at once. */
  async open() {
    const moment = await this.moment(null);
    this.count = moment.lines.length;
    // A board that grows has its largest size at the end: the frame keeps that from the beginning on.
    const [, , width, height] = moment.scene.box;
    document.querySelector(".frame").style.setProperty("--ratio", width / height);
    this.game = this.games.find(({ name }) => name === moment.game);
    this.seats = moment.seats.map((seat) => ({ words: this.game?.seat_words[seat] ?? seat, name: moment.names[seat] }));
    this.listen();
    this.introduce(moment);
    this.judge();
    await this.go(0);
  }

  introduce({ result, ended }) {
    const title = this.game?.title ?? "";
    document.title = `${title} · ${t("replay.title")}`;
    find("title").textContent = title;
    const people = this.seats.map(({ words, name }) => (name ? `${name} (${words})` : words));
    find("people").replaceChildren(
      make("p", { class: "soft" }, people.join(" · ")),
      make("p", { class: "title" }, this.outcome(result)),
      ...this.why(ended),
    );
    find("viewer").replaceChildren(
      make("option", { value: "" }, t("replay.public")),
      ...this.seats.map(({ words }, seat) => make("option", { value: seat }, words)),
    );
    find("scrubber").max = this.count;
  }

  /** Each seat's share of the win, in words. */
  outcome(result) {
    if (!result) return t("replay.unfinished");
    if (result.every((share) => share === result[0])) return t("replay.draw");
    const names = this.seats.filter((_, i) => result[i] !== "0").map(({ words, name }) => name || words);
    return t(names.length === 1 ? "replay.wins" : "replay.win-together", { names: list(names) });
  }

  /** What ended it, where the rules did not. */
  why(ended) {
    const key = `replay.ended.${ended?.why}`;
    if (!has(key)) return [];
    const { words, name } = this.seats[ended.seat] ?? {};
    return [make("p", {}, t(key, { name: name || words }))];
  }

  // --- going from turn to turn

  async moment(turn) {
    const key = `${this.viewer} ${turn}`;
    if (!this.moments.has(key)) {
      const wish = {
        file: this.file,
        lang,
        ...(turn !== null && { turn }),
        ...(this.viewer !== null && { seat: this.viewer }),
      };
      this.moments.set(key, tell("/replay", wish));
      this.moments.get(key).catch(() => this.moments.delete(key));
    }
    return this.moments.get(key);
  }

  async go(turn) {
    this.turn = Math.min(Math.max(turn, 0), this.count);
    find("scrubber").value = this.turn;
    find("at").textContent = t("replay.at", { turn: this.turn, count: this.count });
    // While one moment is on its way others may be wished for: then only the last is asked for.
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      let shown;
      do {
        shown = `${this.viewer} ${this.turn}`;
        this.show(await this.moment(this.turn));
      } while (shown !== `${this.viewer} ${this.turn}`);
    } catch (problem) {
      this.pause();
      find("status").textContent = problem.message;
    }
    this.isAsking = false;
    if (this.turn < this.count) this.moment(this.turn + 1).catch(() => {});
  }

  step(by) {
    this.go(by === Infinity ? this.count : by === -Infinity ? 0 : this.turn + by);
  }

  show({ scene, lines, turn }) {
    this.picture.show(scene);
    find("status").textContent = typeset(scene.status);
    find("line").textContent = turn ? `${turn}. ${lines[turn - 1]}` : t("replay.start");
    this.showLines(lines, turn);
  }

  showLines(lines, turn) {
    const key = lines.join("\n");
    if (key !== this.lines) {
      this.lines = key;
      const line = (words, number) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "turn", onclick: () => this.go(number) },
            make("span", { class: "soft number" }, number ? String(number) : ""),
            make("span", { class: "notation" }, words),
          ),
        );
      find("lines").replaceChildren(...[t("replay.start"), ...lines].map(line));
    }
    for (const [i, item] of [...find("lines").children].entries()) {
      const isHere = i === turn;
      item.firstChild.toggleAttribute("aria-current", isHere);
      if (isHere) keepInSight(find("lines"), item);
    }
  }

  // --- playing

  play() {
    if (this.turn === this.count) this.go(0);
    this.timer = setInterval(() => (this.turn < this.count ? this.step(1) : this.pause()), PACE);
    this.showPlaying(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  showPlaying(isPlaying) {
    find("play").classList.toggle("is-moving", isPlaying);
    find("play").setAttribute("aria-label", t(isPlaying ? "replay.pause" : "replay.play"));
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  listen() {
    for (const [id, by] of Object.entries(BUTTONS)) {
      find(id).onclick = () => {
        this.pause();
        this.step(by);
      };
    }
    find("play").onclick = () => this.toggle();
    find("scrubber").oninput = (event) => {
      this.pause();
      this.go(Number(event.target.value));
    };
    find("viewer").onchange = (event) => {
      this.viewer = event.target.value === "" ? null : Number(event.target.value);
      this.go(this.turn);
    };
    document.onkeydown = (event) => this.key(event);
  }

  key(event) {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || target.matches("textarea, select, input")) return;
    if (event.key in STEPS) {
      this.pause();
      this.step(STEPS[event.key]);
    } else if (event.key === " " && !target.matches("button, a")) this.toggle();
    else return;
    event.preventDefault();
  }

  // --- chance

  async judge() {
    const box = find("fair");
    box.textContent = t("replay.checking");
    try {
      const { ok, checked, givers, problems } = await tell("/verify", { file: this.file });
      const isMissing = problems.some(({ code }) => code === "fair/no-proof");
      box.className = `note ${ok ? "note--good" : isMissing ? "" : "note--bad"}`;
      box.replaceChildren(
        make("p", { class: "title" }, t("replay.fair")),
        ...(ok ? praise(checked, givers, this) : problems.map(complaint)),
      );
    } catch (problem) {
      box.textContent = problem.message;
    }
  }
}

function praise(checked, givers, { game }) {
  const names = givers.map((seat) => game?.seat_words[seat] ?? seat);
  return [
    make("p", { class: "small" }, checked ? t("replay.fair-ok", { n: checked }) : t("replay.fair-none")),
    names.length > 0 && make("p", { class: "small" }, t("replay.givers", { n: names.length, names: list(names) })),
  ].filter(Boolean);
}

function complaint({ words, line }) {
  return make("p", { class: "small" }, line ? `${words} (${t("replay.line", { n: line })})` : words);
}

function keepInSight(box, item) {
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}

// --- opening a file

let current = null;

async function start(text) {
  find("trouble").hidden = true;
  try {
    find("board").replaceChildren();
    const replay = (current = new Replay(text, await ask("/games")));
    find("opening").hidden = true;
    find("replaying").hidden = false;
    await replay.open();
  } catch (problem) {
    find("replaying").hidden = true;
    find("opening").hidden = false;
    find("trouble").hidden = false;
    find("trouble").textContent = [problem.message, problem.detail].filter(Boolean).join(" : ");
  }
}

async function startTable(table) {
  try {
    const text = await askText(`/tables/${table}/file`);
    find("text").value = text;
    await start(text);
  } catch (problem) {
    find("opening").hidden = false;
    find("trouble").hidden = false;
    find("trouble").textContent = problem.message;
  }
}

function listenForFiles() {
  find("opening").addEventListener("submit", (event) => {
    event.preventDefault();
    if (find("text").value.trim()) start(find("text").value);
  });
  find("file").addEventListener("change", async (event) => event.target.files[0] && take(event.target.files[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain");
    if (file) take(file);
    else if (text) start(text);
  });
  find("other").addEventListener("click", () => {
    find("replaying").hidden = true;
    find("opening").hidden = false;
    document.onkeydown = null;
    current?.pause();
    find("text").focus();
  });
}

async function take(file) {
  find("text").value = await file.text();
  start(find("text").value);
}

showBar();
document.title = t("replay.title");
listenForFiles();
const table = new URLSearchParams(location.search).get("table");
if (table) startTable(table);
else find("opening").hidden = false;
