// A first game with guidance: one position after the other, and one thing to do in each.

import { barLink, showBar } from "./bar.js";
import { Board } from "./board.js";
import { button, find, make } from "./dom.js";
import { t, typeset } from "./language.js";
import { ask, recall, remember, tell } from "./net.js";
import { openAndGo, seatsOf } from "./opening.js";
import { Tray } from "./tray.js";
import "./words/home.js";
import "./words/pages.js";

const game = location.pathname.split("/").at(-1);
const EASY = 1;

class Lessons {
  constructor(course) {
    this.course = course;
    this.learned = new Set(recall(`learned ${game}`, []));
    this.board = new Board(find("board"), {
      act: (action) => this.attempt(action),
      hint: (words) => this.answer(words),
      changed: () => this.tray?.show(),
    });
    this.tray = new Tray(find("tray"), this.board);
    addEventListener("hashchange", () => this.open(numberIn(location.hash)));
    this.open(numberIn(location.hash));
  }

  get count() {
    return this.course.lessons.length;
  }

  open(number) {
    this.number = Math.min(Math.max(number || this.first(), 1), this.count);
    const lesson = this.course.lessons[this.number - 1];
    document.title = `${lesson.title} · ${this.course.title}`;
    find("course").textContent = `${this.course.title} · ${t("learn.of", { n: this.number, count: this.count })}`;
    find("lesson-title").textContent = lesson.title;
    find("lesson-title").classList.remove("is-waiting");
    // Our own server's words, in which the text can hold no tags.
    find("text").innerHTML = (this.number === 1 ? this.course.introduction : "") + lesson.text;
    this.isDone = false;
    this.answer("");
    // What was pressed to come here is made anew: whoever goes on from there goes on from the title.
    const isLeft = ["steps", "ways"].some((id) => find(id).contains(document.activeElement));
    const [, , width, height] = lesson.scene.box;
    document.querySelector(".frame").style.setProperty("--ratio", width / height);
    this.showScene(lesson.scene, { still: true });
    this.showSteps();
    this.showWays();
    if (isLeft) find("lesson-title").focus({ preventScroll: true });
    if (isLeft) scrollTo({ top: 0 });
  }

  /** The first that has not been learned yet. */
  first() {
    return this.course.lessons.findIndex((_, i) => !this.learned.has(i + 1)) + 1;
  }

  showScene(scene, how) {
    find("status").textContent = typeset(scene.status);
    this.board.show(scene, how);
  }

  showSteps() {
    const steps = this.course.lessons.map(({ title }, i) => {
      const isLearned = this.learned.has(i + 1);
      const label = t(isLearned ? "learn.step-done" : "learn.step", { n: i + 1, title });
      const here = i + 1 === this.number ? { "aria-current": "step" } : {};
      return make(
        "li",
        {},
        make(
          "a",
          { href: `#${i + 1}`, title, "aria-label": label, class: isLearned ? "step step--done" : "step", ...here },
          String(i + 1),
        ),
      );
    });
    find("steps").replaceChildren(...steps);
  }

  showWays() {
    const isLast = this.number === this.count;
    const kind = this.isDone ? "button--main" : "";
    const ways = [
      this.number > 1 && make("a", { class: "button button--quiet", href: `#${this.number - 1}` }, t("learn.back")),
    ];
    if (this.isDone) ways.push(button(t("learn.again"), () => this.open(this.number), "button--quiet"));
    if (isLast && this.isDone)
      ways.push(button(t("learn.play"), (event) => this.play(event.currentTarget), "button--main push"));
    else if (!isLast)
      ways.push(
        make(
          "a",
          { class: `button push ${kind}`, href: `#${this.number + 1}` },
          t(this.isDone ? "learn.next" : "learn.skip"),
        ),
      );
    find("ways").replaceChildren(...ways.filter(Boolean));
  }

  async attempt(action) {
    let told;
    try {
      told = await tell(`/games/${game}/lessons/${this.number}`, { action });
    } catch (problem) {
      this.board.restore();
      this.answer(problem.message, "bad");
      return;
    }
    if (told.right) this.finish(told);
    else {
      this.board.restore();
      this.answer(told.words, "warn", true);
      find("answer").scrollIntoView({ block: "nearest" });
    }
  }

  finish({ scene, words }) {
    this.isDone = true;
    this.learned.add(this.number);
    remember(`learned ${game}`, [...this.learned]);
    const hadFocus = this.board.svg.contains(document.activeElement);
    this.showScene({ ...scene, touches: {} }, {});
    this.answer(words, "good", true);
    this.showSteps();
    this.showWays();
    if (hadFocus) find("ways").querySelector(".button--main")?.focus({ preventScroll: true });
    find("ways").scrollIntoView({ block: "nearest" });
  }

  /** What is said of an attempt; `isHtml`: it comes from our server's own pages. */
  answer(words, kind = "", isHtml = false) {
    const note = make("p", { class: kind ? `note note--${kind}` : "note" });
    if (isHtml) note.innerHTML = words;
    else note.textContent = words;
    find("answer").replaceChildren(...(words ? [note] : []));
  }

  async play(pressed) {
    pressed.disabled = true;
    try {
      const games = await ask("/games");
      const { seats } = games.find(({ name }) => name === game);
      await openAndGo({ game, seats: seatsOf(seats.length, { who: "bot", level: EASY }) });
    } catch (problem) {
      pressed.disabled = false;
      this.answer(problem.message, "bad");
    }
  }
}

function numberIn(hash) {
  return Number.parseInt(hash.slice(1), 10) || 0;
}

showBar(barLink(`/rules/${game}`, t("app.rules")));
try {
  new Lessons(await ask(`/games/${game}/lessons`));
} catch (problem) {
  find("lesson-title").classList.remove("is-waiting");
  find("answer").append(make("p", { class: "note note--bad" }, problem.message));
}
