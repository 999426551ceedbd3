// The table page: puts it all together.

/** @import { Feed, News } from "./feed.js" */
/** @import { People } from "./result.js" */
/** @import { Showing } from "./picture.js" */
/** @import { View } from "./view.js" */
/** @import { Command, Game, Settled } from "./wire.js" */

import { Actions } from "./actions.js";
import { Adjust } from "./adjust.js";
import { isCalled, newsSound, newsWords } from "./aloud.js";
import { Banner } from "./banner.js";
import { languageSwitch } from "./bar.js";
import { Board } from "./board.js";
import { Chairs } from "./chairs.js";
import { Controls } from "./controls.js";
import { Countdown } from "./countdown.js";
import { Courses } from "./courses.js";
import { Desk } from "./desk.js";
import { Device } from "./device.js";
import { button, dialogActions, find, make, openDialog, reason } from "./dom.js";
import { waitFor } from "./edition.js";
import { Ending } from "./ending.js";
import { entropyOf, note } from "./fairness.js";
import { Handing } from "./handing.js";
import { Heard } from "./heard.js";
import { Hint } from "./hint.js";
import { icon } from "./icons.js";
import { forgetInvitation, inviteAnew, readInvitation } from "./invitations.js";
import { setUpKeys } from "./keys.js";
import { addWords, sentence, t } from "./language.js";
import { liking } from "./likes.js";
import { Moments } from "./moments.js";
import { Muted } from "./muted.js";
import { givenName } from "./name.js";
import { notify, showWaiting } from "./notices.js";
import { leave, sit } from "./opening.js";
import { Seating } from "./seating.js";
import * as server from "./server.js";
import { pointedAt } from "./signs.js";
import { play, soundIsOn, switchSound } from "./sound.js";
import { Story } from "./story.js";
import { setUpTabs } from "./tabs.js";
import { Talk } from "./talk.js";
import { switchTheme } from "./theme.js";
import { Tray } from "./tray.js";

/** Why a table cannot be looked at any more, by whoever comes. */
const FINAL = ["table/removed", "table/damaged", "host/banned"];

/** How long it is said that the connection is back. */
const BACK = 2000;

/** @typedef {object} Visitor who looks at the page
 * @property {string} table
 * @property {People} people names of the seats
 * @property {(number | undefined)[]} teams the team of each seat, where there are teams
 * @property {number[]} mine the seats of this device
 * @property {number | null} me the one of them that plays now
 * @property {boolean} canTakeBack whether what was last played here may be taken back
 * @property {boolean} isHost whether the table was opened here
 * @property {number[]} welcome the free chairs that may be taken without a link
 */

class TablePage {
  /** @type {Game | null} */
  game = null;
  /** What the seats are called. @type {string[]} */
  seatWords = [];
  /** The team of each seat, where there are teams. @type {(number | undefined)[]} */
  teams = [];
  isHost = false;
  /** @type {number[]} */
  welcome = [];
  shownStatus = "";
  /** The seats whose part of chance was given. @type {Set<number>} */
  given = new Set();
  /** Whether the board shows how things stood before. */
  isBack = false;
  /** Why a link that led here did not open its seat. */
  greeting = "";
  muted = new Muted(tableHere());

  board = new Board(find("board"), {
    act: (action) => this.act(action),
    hint: () => this.explain(),
    changed: () => this.showDesk(),
    touched: () => (this.courses.touched() || this.desk.forget()) && this.showDesk(),
    pointed: (sign) => this.talk.signs.pointed(sign),
  });
  desk = new Desk(this.board);
  courses = new Courses(find("courses"), this.board, (action) => this.board.act(action));
  controls = new Controls(find("controls"), this.board);
  moments = new Moments(find("moment"), this.board, {
    headline: find("status"),
    said: (words) => this.desk.say(words),
    ended: () => this.show(),
  });
  tray = new Tray(find("tray"), this.board);
  story = new Story(find("story"), { goTo: (actions) => this.try(() => this.lookBack(actions)) });
  countdown = new Countdown(find("countdown"), { say: (what) => this.command({ do: "say", ...what }) });
  handing = new Handing(find("curtain"), { takes: (seat) => this.takeDevice(seat) });
  chairs = new Chairs(find("chairs"), {
    replace: (seat) => this.command({ do: "replace", seat }),
  });
  talk = new Talk(find("talk"), this.muted, {
    muted: () => this.show({ fresh: false }),
    say: (what) => this.command({ do: "say", ...what }),
    offers: () => server.offers(this.table, this.device.me ?? 0),
    point: (pointers) => this.board.point(pointers),
    words: (id) => this.board.words(id),
  });
  seating = new Seating(find("seating"), {
    sit: (seat, name, key) => this.try(() => this.sit(seat, name, key)),
    bot: (seat, level) => this.try(() => server.seatBot(this.table, seat, level)),
    invite: (seat) => this.try(() => inviteAnew(this.table, seat)).then(() => this.show({ fresh: false })),
    leave: (seat) => this.try(() => this.leave(seat)),
  });
  ending = new Ending(find("ending"), {
    rematch: () => this.again(),
    follow: (next) => this.follow(next),
  });
  banner = new Banner(find("banner"), { again: () => this.again() });
  actions = new Actions(
    { questions: find("actions"), tools: find("tools"), rest: find("rest") },
    {
      command: (command) => this.command(command),
      takeBack: () => this.takeBack(),
      act: (action) => this.board.act(action),
      refused: (problem) => this.refuse(problem),
    },
  );

  heard = new Heard(find("heard"), this.talk);
  adjust = new Adjust(find("adjust"), { again: (level) => this.again(level) });
  hint = new Hint({ tools: find("tools-hint"), note: find("advice") }, this.board, {
    refused: (problem) => this.refuse(problem),
  });

  /** @type {People} */
  people = {
    seat: (seat) => this.seatWords[seat] ?? t("seat.number", { n: seat + 1 }),
    person: (seat) => this.device.chairs[seat]?.name || this.people.seat(seat),
  };

  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.device = new Device(table, {
      changed: (feed, news) => this.hear(feed, news),
      lost: () => this.showConnection(),
      back: () => this.showConnection(true),
      refused: (feed, problem) => this.lose(feed, problem),
    });
    waitFor(() => this.board.touching.hasBegun || this.moments.isOn);
    find("again").addEventListener("click", () => this.device.view && this.moments.play(this.device.view.now.scene));
    // Who plays with a mouse takes a step back with the same key as who plays with the keyboard.
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      if (this.desk.answer(false) || this.courses.stop()) return;
      if (this.moments.isOn) this.moments.skip();
      else if (this.isBack) this.show();
      else if (!this.board.back()) this.banner.close();
    });
  }

  /** @returns {Visitor} */
  get visitor() {
    const { people, table, teams, isHost, welcome } = this;
    const { mine, me } = this.device;
    const canTakeBack = this.device.feeds.get(this.lastActor ?? null)?.view?.now.can_take_back ?? false;
    return { table, people, teams, mine, me, canTakeBack, isHost, welcome };
  }

  /** The seat of mine that acted last. */
  get lastActor() {
    const { mine, view } = this.device;
    return view?.acts.findLast(({ seat }) => mine.includes(seat))?.seat;
  }

  // --- arriving

  async arrive() {
    find("status").textContent = t("table.loading");
    const invited = readInvitation(location.hash);
    if (invited) await this.useInvitation(invited);
    await this.lookAround();
  }

  /** Who am I here? */
  async lookAround() {
    const { game, settled, mine, isHost, welcome } = await describe(this.table);
    const seatWords = settled.seats.map(({ words }) => words);
    Object.assign(this, { game, seatWords, teams: settled.seats.map(({ team }) => team), isHost, welcome });
    this.seating.about = { game, settled };
    addWords(game.sign_words);
    this.device.connect(mine);
    find("title").textContent = game.title;
    showMode(settled, game);
    find("rules", HTMLAnchorElement).href = `/rules/${game.name}`;
    this.show();
  }

  /** A seat is not ours any more. @param {Feed} feed @param {unknown} problem */
  lose(feed, problem) {
    this.device.drop(feed);
    this.showConnection();
    if (problem instanceof server.Refused && FINAL.includes(problem.code))
      return showNowhere(sentence(problem.message));
    this.refuse(problem);
    this.try(() => this.lookAround());
  }

  /** A link brought us here. To a free chair: sit down first. To a taken one: it is ours, from another device.
   * @param {{ seat: number, key: string }} invited
   */
  async useInvitation({ seat, key }) {
    const { mine, events } = await server.look(this.table);
    if (mine.includes(seat)) return forgetInvitation();
    const moves = events.filter((event) => event.kind === "sat" || event.kind === "left");
    if (moves.findLast((event) => event.seat === seat)?.kind !== "sat") {
      this.seating.invited = { seat, key };
      return;
    }
    // A key serves once; what it opened is somebody's now.
    await server.takeSeat(this.table, seat, { key }).catch(() => (this.greeting = t("seating.used")));
    forgetInvitation();
  }

  /** @param {number} seat @param {string} name @param {string} key */
  async sit(seat, name, key) {
    await sit(this.table, seat, name, key);
    if (this.seating.invited?.seat === seat) {
      this.seating.invited = null;
      forgetInvitation();
    }
    await this.lookAround();
  }

  /** @param {number} seat */
  async leave(seat) {
    await leave(this.table, seat, this.device.socket(seat));
    this.given.delete(seat);
    await this.lookAround();
  }

  /** The next game: everybody sits one seat further. @param {string} next */
  async follow(next) {
    const { chairs, mine } = this.device;
    for (const seat of mine) {
      const name = chairs[seat].name || givenName();
      // Whoever sits there already is us, from before, and stays; a seat that is somebody else's is not ours to take.
      await sit(next, (seat + 1) % chairs.length, name).catch(() => {});
    }
    location.assign(`/t/${next}`);
  }

  // --- hearing

  /** @param {Feed} feed @param {News} news */
  hear(feed, news) {
    this.give(feed);
    const before = this.device.view;
    news.events = news.events.filter((event) => event.kind !== "said" || this.muted.hears(event));
    this.chooseSeat();
    const { view } = this.device;
    if (!view || !feed.view) return;
    if (feed.view !== view && view === before) return this.showHanding();
    if (feed.view === view && !news.isFirst) this.tellAloud(news, view);
    if (news.events.some(({ kind }) => kind === "left") && !news.isFirst) this.try(() => this.lookAround());
    // What was sent before a loss and not answered is sent again: until then it stays as it was.
    if (news.isFirst || feed.view !== view) this.moments.know(view.now.scene);
    const begins = news.isFirst && !feed.socket.waiting.size;
    const fresh = begins || news.isFresh || view !== before || this.shownStatus !== view.now.status;
    if (this.moments.begin(view.now.scene)) return this.stage(news);
    this.show({ fresh, still: news.isFirst || view !== before, rolled: news.hasRolled && !news.isFirst });
    if (feed.view === view && !news.isFirst) this.showPointing(news);
  }

  /** Everybody has pledged their part of chance: give that of a seat, if it was drawn here. @param {Feed} feed */
  give({ seat, view, socket }) {
    const entropy = seat !== null && view?.now.to_give?.includes(seat) && entropyOf(this.table, seat);
    if (!entropy || this.given.has(seat)) return;
    this.given.add(seat);
    socket.ask({ do: "give", entropy }).catch(() => {}); // too late: the game has begun
  }

  /** Of several seats of mine, the one that is to act. */
  chooseSeat() {
    const { mine, views } = this.device;
    if (mine.length > 1 && views) this.device.chooseSeat(views, this.game?.secrets ?? true);
  }

  /** @param {number} seat */
  takeDevice(seat) {
    this.device.take(seat);
    this.show({ fresh: true, still: true });
    this.board.refresh(true);
  }

  showHanding() {
    const { next } = this.device;
    if (this.moments.isOn) return;
    if (next === null) this.handing.hide();
    else this.handing.show(next, this.people.person(next));
  }

  /** @param {News} news @param {View} view */
  tellAloud(news, view) {
    find("live").textContent = newsWords(news, view.now, this.visitor);
    const sound = newsSound(news, view.now, this.visitor);
    if (sound) play(sound);
    if (isCalled(news, view.now, this.visitor)) notify(this.table, this.game?.title ?? "", view.now.scene.status);
  }

  /** What is told of a table, without the signs of those who are not to be heard here. @param {View} view */
  withoutMuted({ acts, seal, remarks }) {
    return { acts, seal, remarks: remarks.filter((one) => one.kind !== "said" || this.muted.hears(one)) };
  }

  /** What somebody points at stands out on the board. @param {News} news */
  showPointing({ events }) {
    for (const event of events) {
      const thing = event.kind === "said" && event.message === "gesture" && pointedAt(event.body);
      if (thing) this.board.halos.mark(thing, event.by);
    }
  }

  /** A moment is shown; what follows waits until it was seen. @param {News} news */
  stage(news) {
    this.desk.clear();
    if (news.revealed.length) this.chairs.showAllPlayed();
  }

  // --- showing

  /** @param {Showing & { fresh?: boolean }} how */
  show({ fresh = true, still = false, rolled = false } = {}) {
    const { view } = this.device;
    if (!view || this.moments.isOn) return;
    const { visitor } = this;
    this.shownStatus = document.body.dataset.status = view.now.status;
    if (!view.ended) note(this.table, view.opened.commitment, view.seal, view.now.chain);
    this.showBoard(view, { fresh, still, rolled });
    this.showHanding();
    this.story.show(this.withoutMuted(view), this.people);
    for (const part of [
      this.chairs,
      this.talk,
      this.seating,
      this.ending,
      this.banner,
      this.actions,
      this.heard,
      this.hint,
      this.adjust,
    ])
      part.show(view, visitor);
    this.showTitle(view);
    if (this.greeting) this.greet(this.greeting);
    this.greeting = "";
  }

  /** A link did not open what it should: say so, with where one can go. @param {string} words */
  greet(words) {
    openDialog(t("seating.usedTitle"), (dialog) => [
      make("p", {}, words),
      dialogActions(
        make("a", { class: "button", href: "/" }, t("table.home")),
        button(t("seating.watch"), () => dialog.close(), "button--main"),
      ),
    ]);
  }

  /** The talk was opened, or put aside. */
  showTalk() {
    this.talk.showUnread();
    if (this.device.view) this.heard.show(this.device.view, this.visitor);
  }

  /** Show how things stood, until something happens or one has seen enough. @param {number} actions after how many */
  async lookBack(actions) {
    const { view, me } = this.device;
    if (!view || this.moments.isOn) return;
    if (actions === view.acts.length) return this.show();
    const scene = await server.sceneAt(this.table, actions, me);
    this.isBack = true;
    this.banner.close();
    this.board.show(scene, { still: true });
    this.story.mark(actions);
    this.desk.showPast(scene, () => this.show());
  }

  /** @param {View} view @param {Showing & { fresh: boolean }} how */
  showBoard(view, how) {
    const { scene, status } = view.now;
    how.fresh ||= this.isBack;
    this.isBack = false;
    this.story.mark(null);
    // The board is given the room that its shape can use; what stands beside it takes the rest.
    if (!this.board.scene) this.board.picture.setRatio(scene.box);
    if (how.fresh) this.desk.reset();
    if (how.fresh || this.board.scene !== scene) this.board.show(scene, how);
    if (status === "over") this.tray.clear();
    this.desk.showStatus(view, this.visitor);
    find("again").hidden = !scene.moment;
    this.countdown.show(view);
    // What is handed over goes on when it was taken.
    this.courses.show(scene, this.device.next === null ? this.device.me : null);
  }

  /** @param {View} view */
  showTitle({ now }) {
    const isMine = this.device.mine.some((seat) => now.pending.includes(seat));
    document.title = `${isMine ? `● ${t("table.yours")} – ` : ""}${this.game?.title} – ${t("app.name")}`;
    showWaiting(Number(isMine));
  }

  showDesk() {
    const { view } = this.device;
    if (!view) return;
    this.desk.show(view, this.visitor, !this.device.isLost);
    this.controls.show();
    this.tray.show();
  }

  /** Something was touched that cannot be. */
  explain() {
    const { view } = this.device;
    if (!view) return;
    this.desk.explain(view, this.visitor);
    this.showDesk();
    this.desk.problem = null;
  }

  showConnection(isBack = false) {
    const bar = find("connection");
    const { isLost } = this.device;
    clearTimeout(this.hiding);
    bar.classList.toggle("connection--lost", isLost);
    bar.classList.toggle("connection--back", !isLost && isBack);
    if (isLost) bar.textContent = t("net.lost");
    else if (isBack) {
      bar.textContent = t("net.back");
      this.hiding = setTimeout(() => bar.classList.remove("connection--back"), BACK);
    }
    this.showDesk();
  }

  // --- doing

  /** @param {string} action */
  async act(action) {
    // Who has chosen a course has confirmed all of it.
    if (liking("confirm") === "yes" && !this.courses.isFollowed && !(await this.confirms()))
      return this.board.restore();
    try {
      await this.device.socket().play(action);
    } catch (problem) {
      this.board.restore();
      this.refuse(problem);
    }
  }

  /** What was touched is shown as done, and sent once that is confirmed. */
  confirms() {
    const answered = this.desk.ask();
    this.showDesk();
    this.desk.focus();
    return answered;
  }

  /** Ask for something as the seat that plays here now; says whether it was done. @param {Command} command */
  command(command) {
    return this.try(() => this.device.socket().ask(command));
  }

  /** Another game: the one that somebody has opened already, or a new one; there one goes at once.
   * @param {number} [level] of bots, if it is to be another
   */
  async again(level) {
    if (!this.device.view?.followed) await this.command(level ? { do: "rematch", level } : { do: "rematch" });
    // Who asked for it hears of it before the answer.
    const followed = this.device.view?.followed;
    if (followed) await this.follow(followed);
  }

  /** Take back what was last played at this device; who shares it agrees. */
  async takeBack() {
    const { mine } = this.device;
    const asking = this.lastActor;
    this.courses.stop();
    if (asking === undefined) return;
    if (!(await this.try(() => this.device.socket(asking).ask({ do: "takeback" })))) return;
    for (const seat of mine.filter((one) => one !== asking)) {
      // It may be settled already: then there is nothing to answer.
      const agrees = this.device.socket(seat).ask({ do: "answer", agrees: true });
      await agrees.catch(() => {});
    }
  }

  /** @param {() => Promise<unknown>} work */
  async try(work) {
    try {
      await work();
      return true;
    } catch (problem) {
      this.refuse(problem);
      return false;
    }
  }

  /** @param {unknown} problem */
  refuse(problem) {
    this.courses.stop();
    play("refused");
    const words = this.desk.refuse(problem, this.game?.name);
    find("live").textContent = words;
    this.seating.refuse(words);
    if (this.device.view) this.showDesk();
    else find("status").textContent = words;
  }
}

/** @type {Promise<Game[]> | undefined} */
let games;

/** What is played here: the mode, and what was chosen. @param {Settled} settled @param {Game} game */
function showMode({ mode, told }, game) {
  const words = [...(mode && mode !== game.title ? [mode] : []), ...told];
  find("settings").replaceChildren(...words.map((one) => make("li", {}, one)));
  find("settings").hidden = !words.length;
}

/** A table, its game, and what its options come to. @param {string} table */
async function describe(table) {
  games ??= server.games();
  const [known, { mine, host, welcome, events }] = await Promise.all([games, server.look(table)]);
  const opened = events.find((event) => event.kind === "opened");
  const game = known.find(({ name }) => name === opened?.game);
  if (!opened || !game) throw new Error(`no game ${opened?.game}`);
  const settled = await server.settle(game.name, opened.options);
  return { game, settled, mine, isHost: host, welcome };
}

function setUpBar() {
  const soundButton = find("sound");
  soundButton.setAttribute("aria-pressed", String(soundIsOn()));
  soundButton.addEventListener("click", () => soundButton.setAttribute("aria-pressed", String(switchSound())));
  find("theme").addEventListener("click", switchTheme);
  find("languages").replaceWith(languageSwitch());
  setUpKeys(find("keys"));
  find("rules").prepend(icon("book"));
  find("preferences").prepend(icon("gear"));
  find("preferences").addEventListener("click", openSettings);
}

/** Loaded when somebody wants it. */
async function openSettings() {
  const { showSettings } = await import("./settings.js");
  await showSettings();
  find("sound").setAttribute("aria-pressed", String(soundIsOn()));
}

/** On a phone the words are below what is seen: a tool leads to those that are said. @param {(tab: HTMLElement) => void} open */
function setUpWayToTalk(open) {
  const way = find("to-talk");
  way.prepend(icon("chat"));
  way.hidden = false;
  way.addEventListener("click", () => {
    open(find("tab-talk"));
    find("words").scrollIntoView({ block: "start" });
    find("tab-talk").focus({ preventScroll: true });
  });
}

function tableHere() {
  return location.pathname.split("/")[2];
}

async function begin() {
  setUpBar();
  const page = new TablePage(tableHere());
  setUpWayToTalk(setUpTabs([find("tab-story"), find("tab-talk")], () => page.showTalk()));
  try {
    await page.arrive();
  } catch (problem) {
    // An address that is none will not become one by trying again.
    const isNowhere = problem instanceof server.Refused && (problem.status === 404 || problem.status === 422);
    if (isNowhere) return showNowhere(t("table.nowhere"), make("span", {}, t("table.nowhereWhy")));
    find("status").textContent = sentence(reason(problem));
    find("hint").replaceChildren(button(t("do.retry"), () => location.reload(), "button--small"));
  }
}

/** There is nothing to see here, or not any more. @param {string} words @param {Node[]} more */
function showNowhere(words, ...more) {
  document.body.toggleAttribute("data-nowhere", true);
  find("status").textContent = words;
  const home = make("a", { class: "button button--main", href: "/" }, t("table.home"));
  find("hint").replaceChildren(...more, make("span", { class: "row" }, home));
}

begin();
