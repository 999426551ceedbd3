// The table page: puts it all together.

import "./words/common.js";
import "./words/table.js";
import { Actions } from "./actions.js";
import { Board } from "./board.js";
import { Chairs } from "./chairs.js";
import { Countdown } from "./countdown.js";
import { button, find, make } from "./dom.js";
import { Ending, resultWords } from "./ending.js";
import { Feed } from "./feed.js";
import { Handing } from "./handing.js";
import { setUpKeys } from "./keys.js";
import { choose, list, other, sentence, t, translate, typeset } from "./language.js";
import { ask, inviteAnew, note, recall, sit, tell } from "./net.js";
import { Reveal } from "./reveal.js";
import { forgetInvitation, readInvitation, Seating } from "./seating.js";
import { play as sound, soundIsOn, switchSound } from "./sound.js";
import { remarkWords, Story } from "./story.js";
import { setUpTabs } from "./tabs.js";
import { sayWords, Talk } from "./talk.js";
import { switchTheme } from "./theme.js";
import { Tray } from "./tray.js";

class TablePage {
  constructor(table) {
    this.table = table;
    /** @type {Map<number | null, Feed>} one for each of my seats, null for what everybody may see */
    this.feeds = new Map();
    this.mine = [];
    this.me = null;
    /** Words of a refusal, shown until something else happens. */
    this.problem = null;
    /** How many turns have been seen to end. */
    this.revealed = 0;
    this.board = new Board(find("board"), {
      act: (action) => this.act(action),
      hint: (words) => this.explain(words),
      changed: () => this.showDesk(),
    });
    this.tray = new Tray(find("tray"), this.board);
    this.chairs = new Chairs(find("chairs"), { replace: (seat) => this.command({ do: "replace", seat, level: 4 }) });
    this.story = new Story(find("story"));
    this.talk = new Talk(find("talk"), {
      say: (what) => this.command({ do: "say", ...what }),
      offers: () => ask(`/tables/${table}/seats/${this.me}/offers`),
    });
    this.seating = new Seating(find("seating"), table, {
      sit: (seat, name, key) => this.sit(seat, name, key),
      bot: (seat, level) => this.try(() => tell(`/tables/${table}/seats/${seat}/bot`, { level })),
      invite: (seat) => this.try(() => inviteAnew(table, seat)).then(() => this.show({ fresh: false })),
      leave: (seat) => this.leave(seat),
    });
    this.ending = new Ending(find("ending"), {
      rematch: () => this.command({ do: "rematch" }),
      follow: (next) => this.follow(next),
    });
    this.actions = new Actions(find("actions"), table, {
      command: (command) => this.command(command),
      takeBack: () => this.takeBack(),
      act: (action) => this.actWritten(action),
      refused: (problem) => this.refuse(problem),
    });
    this.revealing = new Reveal(find("reveal"));
    this.countdown = new Countdown(find("countdown"));
    this.handing = new Handing(find("curtain"), { takes: (seat) => this.takeDevice(seat) });
    this.people = {
      seat: (seat) => this.seatWords[seat] ?? t("seat.number", { n: seat + 1 }),
      person: (seat) => (seat < 0 ? t("story.chance") : this.seated[seat]?.name || this.people.seat(seat)),
    };
    find("back").addEventListener("click", () => this.board.back());
    // Who plays with a mouse takes a step back with the same key.
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.board.back();
    });
  }

  // --- arriving

  async arrive() {
    find("status").textContent = t("table.loading");
    const invited = readInvitation();
    if (invited) await this.useInvitation(invited);
    await this.lookAround();
  }

  /** Who am I here? A socket for each of my seats; where there are several, one for what everybody may see. */
  async lookAround() {
    const [games, { seats, mine, host, welcome, events }] = await Promise.all([
      (this.games ??= ask("/games")),
      ask(`/tables/${this.table}`),
    ]);
    this.game = games.find((game) => game.name === events[0].game);
    this.seatWords = seats.map((name) => this.game.seat_words[name]);
    Object.assign(this, { mine, host, welcome });
    if (!mine.includes(this.me)) this.me = mine.length === 1 ? mine[0] : null;
    const wanted = mine.length === 1 ? mine : [...mine, null];
    for (const [seat, feed] of this.feeds) if (!wanted.includes(seat)) this.drop(seat, feed);
    for (const seat of wanted) if (!this.feeds.has(seat)) this.feeds.set(seat, this.feed(seat));
    find("title").textContent = this.game.title;
    find("rules").href = `/rules/${this.game.name}`;
    this.show();
  }

  feed(seat) {
    return new Feed(this.table, seat, {
      changed: (feed, news) => this.hear(feed, news),
      lost: () => this.showConnection(),
      back: () => this.showConnection(true),
      refused: (feed, problem) => {
        this.drop(feed.seat, feed);
        this.refuse(problem);
        this.try(() => this.lookAround());
      },
    });
  }

  drop(seat, feed) {
    feed.socket.close();
    this.feeds.delete(seat);
  }

  /** A link brought us here. To a free chair: sit down first. To a taken one: it is ours, from another device. */
  async useInvitation({ seat, key }) {
    const { mine, events } = await ask(`/tables/${this.table}`);
    if (mine.includes(seat)) return forgetInvitation();
    const sat = events.filter((event) => event.seat === seat && (event.kind === "sat" || event.kind === "left")).at(-1);
    if (sat?.kind !== "sat") {
      this.seating.invited = { seat, key };
      return;
    }
    try {
      await tell(`/tables/${this.table}/seats/${seat}`, { key });
    } catch {
      // A key serves once; what it opened is somebody's now.
      this.greeting = new Error(t("seating.used"));
    }
    forgetInvitation();
  }

  async sit(seat, name, key) {
    await this.try(async () => {
      await sit(this.table, seat, name, key);
      if (this.seating.invited?.seat === seat) {
        this.seating.invited = null;
        forgetInvitation();
      }
      await this.lookAround();
    });
  }

  async leave(seat) {
    await this.try(async () => {
      await this.feeds.get(seat).socket.ask({ do: "leave" });
      await this.lookAround();
    });
  }

  /** The next game: everybody sits one seat further. */
  async follow(next) {
    const seats = this.seated;
    for (const seat of this.mine) {
      const name = seats[seat].name || recall("name", "");
      // Whoever sits there already is us, from before.
      await sit(next, (seat + 1) % seats.length, name).catch(() => {});
    }
    location.assign(`/t/${next}`);
  }

  // --- hearing

  /** What is shown: the view of the seat that plays here now, or what everybody may see. */
  get view() {
    return this.feeds.get(this.me) ?? this.feeds.get(null);
  }

  /** Who sits where; everybody is told the same. */
  get seated() {
    return [...this.feeds.values()].find((feed) => feed.chairs.length)?.chairs ?? [];
  }

  hear(feed, news) {
    const before = this.view;
    this.chooseSeat();
    const view = this.view;
    // Several seats of one device hear the same: it is revealed once.
    if (news.hasRevealed && !news.isFirst && feed.turns > this.revealed) this.reveal(news);
    this.revealed = Math.max(this.revealed, feed.turns);
    if (feed !== view && view === before) return this.showHanding();
    if (feed === view) this.tellAloud(news);
    if (news.events.some(({ kind }) => kind === "left") && !news.isFirst) this.try(() => this.lookAround());
    // What was sent before a loss and not answered is sent again: until then it stays as it was.
    const begins = news.isFirst && !feed.socket.waiting.size;
    const fresh = begins || news.isFresh || view !== before || this.shownStatus !== view.now?.status;
    this.show({ fresh, still: news.isFirst || view !== before, rolled: news.hasRolled });
  }

  /** Of several seats of mine, the one that is to act. */
  chooseSeat() {
    if (this.mine.length < 2) return;
    const feeds = this.mine.map((seat) => this.feeds.get(seat));
    if (!feeds.every((feed) => feed?.now)) return;
    const isSecret = this.handing.look(feeds);
    if (isSecret === null) return;
    const isPlaying = feeds[0].now.status === "playing";
    if (!isPlaying) {
      this.me ??= isSecret && feeds[0].now.status !== "over" ? null : this.mine[0];
      this.next = null;
      return;
    }
    const asked = feeds.filter((feed) => feed.isPending).map((feed) => feed.seat);
    if (!asked.length || asked.includes(this.me)) return;
    const next = asked.find((seat) => seat > (this.last ?? -1)) ?? asked[0];
    this.last = next;
    if (!isSecret) this.me = next;
    else {
      this.me = null;
      this.next = next;
    }
  }

  takeDevice(seat) {
    this.me = seat;
    this.next = null;
    this.show({ fresh: true, still: true });
    this.board.refresh(true);
  }

  showHanding() {
    if (this.revealing.isOn) return;
    if (this.next !== null && this.next !== undefined && this.me === null)
      this.handing.show(this.next, this.people.person(this.next));
    else this.handing.hide();
  }

  /** For ears: what has happened, in words and with a sound. */
  tellAloud({ events, isFirst, hasRevealed, before }) {
    if (isFirst) return;
    const view = this.view;
    const words = events.map((event) => this.eventWords(event)).filter(Boolean);
    const isMine = (now) => now && this.mine.some((seat) => now.pending.includes(seat));
    if (view.now.scene && view.now.scene.status !== before?.scene?.status) words.push(view.now.scene.status);
    find("live").textContent = words.join(" ");
    const has = (kind, ...but) => events.some((event) => event.kind === kind && !but.includes(event.seat ?? event.by));
    if (has("ended")) sound("ended");
    else if (hasRevealed) sound("reveal");
    else if (isMine(view.now) && !isMine(before)) sound("yours");
    else if (events.some((event) => event.kind === "acted" && event.seat === -1)) sound("chance");
    else if (has("acted")) sound("played");
    else if (has("said", this.me)) sound("said");
  }

  eventWords(event) {
    if (event.kind === "acted") return t("story.did", { name: this.people.person(event.seat), action: event.action });
    if (event.kind === "said") return t("story.did", { name: this.people.person(event.by), action: sayWords(event) });
    if (event.kind === "ended") return resultWords(event, this.people, this.mine);
    if (event.kind === "opened" || event.kind === "followed") return "";
    return remarkWords(event, this.people);
  }

  /** Everybody has played at the same time; what follows waits until that was seen. */
  reveal({ events }) {
    find("status").textContent = find("hint").textContent = "";
    this.chairs.showAllPlayed();
    this.revealing.show(
      events.filter((event) => event.line !== undefined).map((event) => event.line),
      () => this.show(),
    );
  }

  // --- showing

  show({ fresh = true, still = false, rolled = false } = {}) {
    const view = this.view;
    if (!view?.now || !view.opened || this.revealing.isOn) return;
    this.shownStatus = view.now.status;
    if (!view.ended) note(this.table, view.opened.commitment, view.seal);
    const { people, mine, me, table, host, welcome } = this;
    const how = { people, mine, me, table, host, welcome };
    document.body.dataset.status = view.now.status;
    this.showBoard({ fresh, still, rolled });
    this.showHanding();
    this.chairs.show(view, how);
    this.story.show(view, this.people);
    this.talk.show(view, how);
    this.seating.show(view, how);
    this.ending.show(view, how);
    this.actions.show(view, how);
    this.showTitle();
    if (this.greeting) this.refuse(this.greeting);
    this.greeting = null;
  }

  showBoard({ fresh, still, rolled }) {
    const { scene } = this.view.now;
    if (!this.board.scene)
      find("board").parentElement.style.setProperty("--ratio", String(scene.box[2] / scene.box[3]));
    if (fresh) this.problem = null;
    if (fresh || this.board.scene !== scene) this.board.show(scene, { fresh, still, rolled });
    if (this.view.now.status === "over") this.tray.clear();
    find("status").textContent = this.statusWords();
    this.countdown.show(this.view);
  }

  statusWords() {
    const { now, ended } = this.view;
    if (now.status === "open") return t("table.waits");
    // The scene knows nothing of an end that the rules did not bring.
    if (ended && ended.why !== "rules")
      return `${t(`end.why.${ended.why}`, { name: this.people.person(ended.seat) })} ${resultWords(ended, this.people, [])}.`;
    return typeset(now.scene.status);
  }

  showTitle() {
    const isMine = this.mine.some((seat) => this.view.now.pending.includes(seat));
    document.title = `${isMine ? `● ${t("table.yours")} – ` : ""}${this.game.title} – ${t("app.name")}`;
  }

  /** What to do now, below the board: always one line, always there. */
  showDesk() {
    if (!this.view?.now) return;
    const { chosen } = this.board.touching;
    const isSent = this.board.isSent;
    find("back").hidden = !chosen.length || isSent;
    find("hint").replaceChildren(...(this.problem ?? [this.hint(chosen, isSent)]));
    find("hint").classList.toggle("hint--problem", Boolean(this.problem));
    this.tray.show();
  }

  hint(chosen, isSent) {
    const { now } = this.view;
    if (isSent) return t(this.view.socket.isOpen ? "board.sent" : "board.sentLost");
    if (chosen.length) return t("board.next", { chosen: chosen.map((id) => this.board.words(id)).join(" · ") });
    if (this.board.touching.isPossible) return t("board.first");
    if (now.status !== "playing" || !now.pending.length) return "";
    return t(this.mine.length ? "board.wait" : "board.watch", { names: this.names(now.pending) });
  }

  names(seats) {
    return list(seats.map((seat) => this.people.person(seat)));
  }

  /** Something was touched that cannot be: say so, calmly. */
  explain(thing) {
    const { now } = this.view;
    const names = this.names(now.pending);
    if (this.board.touching.isPossible) this.problem = [t("board.notThis", { thing })];
    else if (now.status !== "playing") return;
    else this.problem = [this.mine.length ? t("board.notNow", { names }) : t("board.notYou")];
    this.showDesk();
    this.problem = null;
  }

  showConnection(isBack = false) {
    const bar = find("connection");
    const isLost = [...this.feeds.values()].some((feed) => feed.socket.isLost);
    clearTimeout(this.hiding);
    bar.classList.toggle("connection--lost", isLost);
    bar.classList.toggle("connection--back", !isLost && isBack);
    if (isLost) bar.textContent = t("net.lost");
    else if (isBack) {
      bar.textContent = t("net.back");
      this.hiding = setTimeout(() => bar.classList.remove("connection--back"), 2000);
    }
    this.showDesk();
  }

  // --- doing

  async act(action) {
    const { socket } = this.feeds.get(this.me);
    try {
      await socket.play(action);
    } catch (problem) {
      this.board.restore();
      this.refuse(problem);
    }
  }

  actWritten(action) {
    this.board.isSent = true;
    this.board.refresh();
    this.act(action);
  }

  /** Ask for something as the seat that plays here now; says whether it was done. */
  command(command) {
    const seat = this.me ?? this.mine[0];
    return this.try(() => this.feeds.get(seat).socket.ask(command));
  }

  /** Take back what was last played at this device; who shares it agrees. */
  async takeBack() {
    const asking = this.view.acts.findLast(({ seat }) => this.mine.includes(seat))?.seat;
    if (asking === undefined || !(await this.try(() => this.feeds.get(asking).socket.ask({ do: "takeback" })))) return;
    for (const seat of this.mine) {
      // It may be settled already: then there is nothing to answer.
      if (seat !== asking)
        await this.feeds
          .get(seat)
          .socket.ask({ do: "answer", agrees: true })
          .catch(() => {});
    }
  }

  async try(work) {
    try {
      await work();
      return true;
    } catch (problem) {
      this.refuse(problem);
      return false;
    }
  }

  refuse(problem) {
    sound("refused");
    const words = sentence(problem.message);
    this.problem = [make("span", {}, words)];
    if (problem.rule) {
      const link = make(
        "a",
        { href: `/rules/${this.game.name}#${problem.rule}`, target: "_blank", rel: "noopener" },
        t("board.rule", { rule: problem.rule }),
      );
      this.problem.push(" ", link);
    }
    find("live").textContent = words;
    this.seating.refuse(words);
    if (this.view?.now) this.showDesk();
    else find("status").textContent = words;
  }
}

function setUpBar() {
  translate(document);
  const soundButton = find("sound");
  soundButton.setAttribute("aria-pressed", String(soundIsOn()));
  soundButton.addEventListener("click", () => soundButton.setAttribute("aria-pressed", String(switchSound())));
  find("theme").addEventListener("click", switchTheme);
  find("lang").addEventListener("click", () => choose(other));
  setUpKeys(find("keys"));
}

async function begin() {
  setUpBar();
  const page = new TablePage(location.pathname.split("/")[2]);
  setUpTabs([find("tab-story"), find("tab-talk")], () => page.talk.feed && page.talk.showUnread());
  try {
    await page.arrive();
  } catch (problem) {
    find("status").textContent = sentence(problem.message);
    const again = button(t("do.retry"), () => location.reload(), "button--small");
    // An address that is none will not become one by trying again.
    const isNowhere = problem.status === 404 || problem.status === 422;
    find("hint").replaceChildren(isNowhere ? make("a", { href: "/" }, t("table.home")) : again);
  }
}

begin();
