// A first game with guidance: one position after the other, and one thing to do in each.

/** @import { Course, Scene } from "./wire.js" */
/** @import { Showing } from "./picture.js" */

import { barLink, showBar } from "./bar.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { button, find, make, reason } from "./dom.js";
import { t } from "./language.js";
import { recall, remember } from "./memory.js";
import { openAndGo, seatsOf } from "./opening.js";
import * as server from "./server.js";
import { Tray } from "./tray.js";

const game = location.pathname.split("/").at(-1) ?? "";
const EASY = 1;

class Lessons {
  /** @param {Course} course */
  constructor(course) {
    this.course = course;
    /** @type {Set<number>} */
    this.learned = new Set(recall(`learned ${game}`, []));
    this.number = 1;
    this.isDone = false;
    this.board = new Board(find("board"), {
      act: (action) => this.attempt(action),
      hint: () => this.answer(t("board.notThis")),
      changed: () => {
        this.tray?.show();
        this.controls?.show();
      },
    });
    /** @type {Tray | undefined} */
    this.tray = new Tray(find("tray"), this.board);
    /** @type {Controls | undefined} */
    this.controls = new Controls(find("controls"), this.board);
    addEventListener("hashchange", () => this.open(numberIn(location.hash)));
    this.open(numberIn(location.hash));
  }

  get count() {
    return this.course.lessons.length;
  }

  /** @param {number} number counted from 1; 0: the first that has not been learned yet */
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
    this.board.picture.setRatio(lesson.scene.box);
    this.showScene(lesson.scene, { still: true });
    this.showSteps();
    this.showWays();
    if (isLeft) find("lesson-title").focus({ preventScroll: true });
    if (isLeft) scrollTo({ top: 0 });
  }

  first() {
    return this.course.lessons.findIndex((_, i) => !this.learned.has(i + 1)) + 1;
  }

  /** @param {Scene} scene @param {Showing} how */
  showScene(scene, how) {
    find("status").textContent = scene.status;
    this.board.show(scene, how);
  }

  showSteps() {
    const steps = this.course.lessons.map(({ title }, i) => {
      const isLearned = this.learned.has(i + 1);
      const step = {
        href: `#${i + 1}`,
        title,
        "aria-label": t(isLearned ? "learn.step-done" : "learn.step", { n: i + 1, title }),
        "aria-current": i + 1 === this.number && "step",
        class: isLearned ? "step step--done" : "step",
      };
      return make("li", {}, make("a", step, String(i + 1)));
    });
    find("steps").replaceChildren(...steps);
  }

  showWays() {
    const { isDone, number } = this;
    const isLast = number === this.count;
    const kind = isDone ? "button push button--main" : "button push";
    const ways = [
      number > 1 && make("a", { class: "button button--quiet", href: `#${number - 1}` }, t("learn.back")),
      isDone && button(t("learn.again"), () => this.open(number), "button--quiet"),
      isLast && isDone && button(t("learn.play"), ({ currentTarget }) => this.play(currentTarget), "button--main push"),
      !isLast && make("a", { class: kind, href: `#${number + 1}` }, t(isDone ? "learn.next" : "learn.skip")),
    ];
    find("ways").replaceChildren(...ways.filter((way) => way !== false));
  }

  /** @param {string} action */
  async attempt(action) {
    try {
      const { right, scene, words } = await server.attempt(game, this.number, action);
      if (right) return this.finish(scene, words);
      this.board.restore();
      this.answer(words, "warn", true);
      find("answer").scrollIntoView({ block: "nearest" });
    } catch (problem) {
      this.board.restore();
      this.answer(reason(problem), "bad");
    }
  }

  /** @param {Scene} scene @param {string} words */
  finish(scene, words) {
    this.isDone = true;
    this.learned.add(this.number);
    remember(`learned ${game}`, [...this.learned]);
    const { hasFocus } = this.board;
    this.showScene({ ...scene, touches: {} }, {});
    this.answer(words, "good", true);
    this.showSteps();
    this.showWays();
    const onward = find("ways").querySelector(".button--main");
    if (hasFocus && onward instanceof HTMLElement) onward.focus({ preventScroll: true });
    find("ways").scrollIntoView({ block: "nearest" });
  }

  /** What is said of an attempt. @param {string} words @param {string} kind @param {boolean} isHtml it comes from our server's own pages */
  answer(words, kind = "", isHtml = false) {
    const note = make("p", { class: kind ? `note note--${kind}` : "note" });
    if (isHtml) note.innerHTML = words;
    else note.textContent = words;
    find("answer").replaceChildren(...(words ? [note] : []));
  }

  /** @param {HTMLButtonElement} pressed */
  async play(pressed) {
    pressed.disabled = true;
    try {
      const { seats } = await server.settle(game, {});
      await openAndGo({ game, seats: seatsOf(seats.length, { who: "bot", level: EASY }) });
    } catch (problem) {
      pressed.disabled = false;
      this.answer(reason(problem), "bad");
    }
  }
}

/** @param {string} hash */
function numberIn(hash) {
  return Number.parseInt(hash.slice(1), 10) || 0;
}

showBar(barLink(`/rules/${game}`, t("app.rules")));
try {
  const course = await server.lessons(game);
  if (course.lessons.length === 0) location.replace(`/rules/${game}`);
  else new Lessons(course);
} catch (problem) {
  find("lesson-title").classList.remove("is-waiting");
  find("answer").append(make("p", { class: "note note--bad" }, reason(problem)));
}
