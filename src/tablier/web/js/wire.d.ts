// What goes over the wire, as types: docs/server.md says what it means. Only the checker reads this file.

// --- pictures

/** A colour, a length. */
export type Paint = string | number;

/** One SVG element: its tag, its attributes (an underscore stands for a hyphen), its text. What a `use` refers to is a symbol of the game's sheet. */
export type Shape = [
  tag: "rect" | "circle" | "ellipse" | "line" | "path" | "text" | "use",
  attributes: Record<string, Paint>,
  text?: string,
];

/** What a thing is. */
export type Kind = "decor" | "place" | "piece" | "card" | "die" | "button" | "mark" | "text";

export interface Item {
  id: string;
  kind: Kind;
  x: number;
  y: number;
  /** What it is, for those who cannot see it; empty: it is not to be touched. */
  words: string;
  shapes: Shape[];
  /** What it stands on, or lies on, which may be touched in its stead. */
  on?: string;
  /** What is drawn around it is a circle. */
  round?: boolean;
}

/** A game's sheet of symbols. */
export interface Art {
  name: string;
  version: string;
  /** What the ids of its symbols begin with. */
  prefix: string;
}

export interface Choice {
  id: string;
  words: string;
  note?: string;
  symbol?: string;
  /** Of a direction: clockwise from the top, in degrees. */
  angle?: number;
  /** What the board shows while it is chosen; in its texts `{stake}` is what is chosen of the control of that name. */
  shows?: Item;
}

/** Something to be chosen beside the board. */
export interface Control {
  id: string;
  kind: "pick" | "number" | "direction" | "confirm" | "course";
  words: string;
  choices: Choice[];
  /** The ids of those that are likely meant, the likeliest first. */
  presets?: string[];
}

/** What is to be known of an action beforehand. */
export interface Outlook {
  words: string;
  /** What matters most of it, in a number or a word. */
  figure: string;
  /** How likely it goes well, neither well nor ill, and ill. */
  shares?: number[];
  /** The thing at which it is shown; empty: only beside the button. */
  at: string;
}

/** A part of a moment: the picture to which a scene leads, with these things instead, or besides, and without some. */
export interface Beat {
  words: string;
  items: Item[];
  gone: string[];
  milliseconds: number;
}

/** How what was done last came about. */
export interface StagedMoment {
  id: string;
  beats: Beat[];
}

export type Box = [x: number, y: number, width: number, height: number];

export interface Scene {
  box: Box;
  title: string;
  status: string;
  /** What everybody is after and how near each side is; empty: the game does not say. */
  aim: string;
  /** For each seat what counts in this game; none: the game does not say. */
  counts: string[];
  items: Item[];
  /** For each legal action the ids of the things to touch, in sequence. */
  touches: Touches;
  /** For each action that only takes a thing to where one touches last: the thing. */
  moves: Record<string, string>;
  /** For each action that takes something from another: the thing that one touches to take it. */
  takes?: Record<string, string>;
  /** What is chosen beside the board, in the sequence in which touches have it. */
  controls?: Control[];
  /** What is to be known of an action beforehand. */
  outlooks?: Record<string, Outlook>;
  /** For each course, by the id of its choice, the action that it takes here. */
  courses?: Record<string, string>;
  moment?: StagedMoment;
  art?: Art;
}

export type Form = "wide" | "tall";

export type Touches = Record<string, string[]>;

/** A scene of which only the changes were sent: a run of items that are the same is told by its place in the one before, another part that is the same is
 * left out, and one that there is no longer is null. */
export type SceneChanges = { [part in keyof Omit<Scene, "items">]?: Scene[part] | null } & { items: (Item | Run)[] };

/** Items of the scene before: the place of the first, and how many. */
export type Run = [first: number, count: number];

// --- pictures as they are sent, in few bytes; `unpacking.js` reads them

/** A symbol and words have in a fixed sequence what they always have; the rest of their attributes may follow. */
export type PackedShape = PackedUse | PackedText | Shape;

export type PackedUse = [
  "use",
  href: string,
  x: number,
  y: number,
  width: number,
  height: number,
  paint?: Record<string, Paint>,
];

export type PackedText = ["text", x: number, y: number, size: number, words: string, paint?: Record<string, Paint>];

/** Most things are furniture without words, which is not told. */
export type PackedItem = Omit<Item, "shapes" | "kind" | "words"> & {
  kind?: Kind;
  words?: string;
  shapes: PackedShape[];
};

/** What has changed of an item since it was last named, in an earlier beat; what it has no longer is null. */
export type PackedChanges = { id: string; shapes?: PackedShape[] } & {
  [part in keyof Omit<Item, "id" | "shapes">]?: Item[part] | null;
};

/** What ids begin with, and the numbers that follow it, from the first to the last. */
export type Counted = [prefix: string, first: number, last: number];

/** Each action with its ids; or how one is written, and groups of ids with what each writes of it, any of which goes with any of the others. */
export type PackedTouches = Touches | [written: string, ...groups: (Counted | Record<string, string>)[]];

export type PackedControl = Omit<Control, "choices"> & {
  choices: Counted | (Omit<Choice, "shows"> & { shows?: PackedItem })[];
};

/** Sentences; and for each action those that are its own, its figure, where it is shown, and its shares. */
export interface PackedOutlooks {
  words?: string[];
  of?: Record<string, [words: number[], figure: string, at: string, shares?: number[]]>;
}

export interface PackedMoment {
  id: string;
  /** What is gone in a beat is told where it is not the same as in the beat before. An item that is the same is its place among those that were named. */
  beats: (Omit<Beat, "items" | "gone"> & { items: (PackedChanges | number)[]; gone?: string[] })[];
}

/** A scene, or what has changed of one. */
export type Packed = Omit<SceneChanges, "items" | "touches" | "controls" | "outlooks" | "moment"> & {
  items: (PackedItem | Run)[];
  touches?: PackedTouches;
  controls?: PackedControl[] | null;
  outlooks?: PackedOutlooks | null;
  moment?: PackedMoment | null;
};

// --- what happens at a table

export type Wanted = "me" | "link" | "anyone" | "bot";
export type Who = "person" | "bot";

export interface Pace {
  kind: "turn" | "bank";
  seconds: number;
  increment: number;
}

export interface Place {
  who: Wanted;
  level: number;
}

export interface Opened {
  kind: "opened";
  game: string;
  options: Options;
  places: Place[];
  pace: Pace | null;
  discussion: number | null;
  free_text: boolean;
  listed: boolean;
  /** Whether one person plays against bots, may take back what they like, and is given hints. */
  practice: boolean;
  commitment: string;
  /** Of its proof: 2 fixes the whole game, 1 chance alone. */
  scheme: number;
  /** With how many actions of another game it begins. */
  resumed?: number;
}

export interface Sat {
  kind: "sat";
  seat: number;
  name: string;
  who: Who;
  level: number;
  /** What a seat publishes of its entropy before anybody gives theirs; empty for a bot. */
  pledge: string;
  /** Given at once; empty: later, or never. */
  entropy: string;
}

export interface Gave {
  kind: "gave";
  seat: number;
  entropy: string;
}

export interface Left {
  kind: "left";
  seat: number;
}

export interface Began {
  kind: "began";
  seal: string;
}

export interface Acted {
  kind: "acted";
  /** -1: chance. */
  seat: number;
  /** As it is written, as far as we may know it. */
  action: string;
  /** What chance did. */
  chance?: "roll" | "draw";
  /** Whether we may not know all of it. */
  secret?: true;
  /** What is said of it: a sentence; empty: what comes next tells it too. Not there: how it is written is all. */
  words?: string;
  /** The turn that it has ended, in notation. */
  line?: string;
  /** What was played in this turn in secret, and is known to everybody now. */
  revealed?: Order[];
}

export interface Order {
  seat: number;
  action: string;
}

export type MessageKind = "text" | "gesture" | "phrase" | "offer" | "accept" | "refuse";

export interface Said {
  kind: "said";
  by: number;
  to: number[];
  message: MessageKind;
  body: string;
  /** How that sounds in our language; not there: as it is. */
  words?: string;
  turn: number;
}

export interface Asked {
  kind: "asked";
  seat: number;
}

export interface Answered {
  kind: "answered";
  seat: number;
  agrees: boolean;
}

export interface TakenBack {
  kind: "taken-back";
  seat: number;
  actions: number;
  turns: number;
}

export interface Replaced {
  kind: "replaced";
  seat: number;
  level: number;
  why: "gone" | "resigned" | "time";
}

export interface Returned {
  kind: "returned";
  seat: number;
}

export interface Ended {
  kind: "ended";
  shares: string[];
  why: "rules" | "resigned" | "time" | "host";
  /** Who resigned, or ran out of time. */
  seat: number | null;
  secret: string;
  entropies: string[];
  unheard: Omit<Said, "kind">[];
}

export interface Followed {
  kind: "followed";
  table: string;
}

export type TableEvent =
  | Opened
  | Sat
  | Gave
  | Left
  | Began
  | Acted
  | Said
  | Asked
  | Answered
  | TakenBack
  | Replaced
  | Returned
  | Ended
  | Followed;

/** What an audience has been told, with the version that it made. */
export type Told = TableEvent & { version: number };

// --- how things stand

export type Status = "open" | "playing" | "over";

export interface Clock extends Pace {
  /** Milliseconds, by seat. */
  left: number[];
  running: number[];
  /** Milliseconds for which the clock of who is away stands still, by seat. */
  grace: Record<number, number>;
}

export interface Talk {
  aloud: boolean;
  secret: number[];
  gestures: boolean;
  offers: boolean;
  text: boolean;
  /** The game's own signs that can be made now: words, or `point ` and the id of an item of everybody's scene. */
  signs: string[];
}

/** What fixes all that has been played so far. */
export interface ChainHead {
  /** How many actions stand, and how many were ever played. */
  actions: number;
  played: number;
  head: string;
}

/** An action with nothing hidden: how many had been played before it, who acted, and how it is written. */
export type OpenedAction = [serial: number, seat: number, text: string];

export interface Now<S = Scene> {
  status: Status;
  pending: number[];
  /** Who has played in secret in this turn. */
  played: number[];
  /** If we are to act: the version since which we are before this choice. */
  since?: number;
  turn: number;
  here: number[];
  takeback: number | null;
  /** The seats that are to give the entropy that they have pledged. */
  to_give?: number[];
  chain?: ChainHead;
  /** Whether we may ask to take our last action back. */
  can_take_back?: boolean;
  clock?: Clock;
  /** Milliseconds that a discussion still goes on, if nothing more is said. */
  discussion?: number;
  /** Whether that is because a bot leaves us time to talk. */
  awaits_talk?: true;
  talk?: Talk;
  /** For each seat whether it kept its word, time after time, as far as we heard it given. */
  promises?: boolean[][];
  scene: S;
}

// --- messages of the socket

export interface EventsMessage<S = Scene> {
  type: "events";
  events: Told[];
  now: Now<S>;
}

/** The first of a connection. */
export interface Welcome<S = Scene> extends EventsMessage<S> {
  protocol: number;
  pages: string;
  seat: number | null;
  after: number;
}

export interface Presence {
  type: "presence";
  here: number[];
  clock?: Clock;
}

export interface Done {
  type: "done";
  id: string;
  version: number;
}

export interface Refusal {
  code: string;
  words: string;
  rule?: string;
  /** The option that is not possible. */
  option?: string;
  detail?: string;
}

export interface RefusedMessage extends Refusal {
  type: "refused";
  id: string | null;
}

export interface Pong {
  type: "pong";
}

export type ServerMessage = Welcome<Packed> | EventsMessage<Packed> | Presence | Done | RefusedMessage | Pong;

/** What a seat asks for; it is sent with an id. */
export type Command =
  | { do: "play"; action: string; version: number }
  | ({ do: "say" } & Saying)
  | { do: "takeback" | "resign" | "come-back" | "leave" }
  | { do: "rematch"; level?: number }
  | { do: "give"; entropy: string }
  | { do: "answer"; agrees: boolean }
  | { do: "replace"; seat: number };

export interface Saying {
  kind: MessageKind;
  body: string;
  to: number[];
}

// --- answers over HTTP

/** What the best bot would do. */
export interface Hint {
  /** The position that it is about. */
  version: number;
  /** Whether there is nothing else to do. */
  only: boolean;
  action: string;
  /** What part of the win it expects of it; null: it had no time to think. */
  share: number | null;
  next: { action: string; share: number } | null;
  line: string[];
  /** What the game says of it. */
  why: string;
}

export type Value = string | number;
export type Options = Record<string, Value>;

export interface SeatWords {
  name: string;
  words: string;
  /** The number of its team; none: everybody plays for themselves. */
  team?: number;
}

export interface FieldChoice {
  value: Value;
  words: string;
  /** The name of its picture. */
  picture?: string;
}

/** How an option is asked for. */
export type OptionField = {
  name: string;
  words: string;
  /** The number of the rule that it is about; empty: none. */
  rule: string;
  /** What changes with it. */
  effect: string;
  value: Value;
} & (
  | { kind: "choice"; choices: FieldChoice[] }
  | { kind: "number"; least: number; most: number; step: number }
  /** A letter for each label. */
  | { kind: "letters"; choices: FieldChoice[]; labels: string[] }
  /** A letter for each square, row by row; `bag`: the letters among which they may be drawn by lot. */
  | { kind: "grid"; choices: FieldChoice[]; width: number; bag: string }
  /** Numbers with commas, one for each label. */
  | { kind: "counters"; labels: string[]; total: number }
);

/** A way to play a game. */
export interface Mode {
  name: string;
  title: string;
  summary: string;
  minutes: [least: number, most: number];
  /** What makes it this mode. */
  options: Options;
  /** What is chosen together with it. */
  asks: OptionField[];
  seats: SeatWords[];
}

export interface Game {
  name: string;
  title: string;
  summary: string;
  minutes: [least: number, most: number];
  players: [least: number, most: number];
  secrets: boolean;
  /** Whether there is a first game with guidance. */
  lessons: boolean;
  seat_words: Record<string, string>;
  /** For the game's own signs: what one is seen to do, and what they are called; as in a catalogue. */
  sign_words: Catalogue["words"];
  modes: Mode[];
}

/** What some options of a game come to. */
export interface Settled {
  options: Options;
  /** What the mode is called that they make. */
  mode: string | null;
  /** What was chosen, in words. */
  told: string[];
  seats: SeatWords[];
  discussion: boolean;
  fields: OptionField[];
}

export interface SeatWish {
  who: Wanted;
  level?: number;
}

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Options;
  pace?: Pace | null;
  discussion?: number | null;
  free_text?: boolean;
  listed?: boolean;
  /** Against bots, but in earnest: no hints, and nothing is taken back past what chance gave. */
  serious?: boolean;
  /** A moment of another game from which it goes on. */
  resume?: { file: string; actions: number };
}

export interface OpenedTable {
  table: string;
  seats: string[];
  commitment: string;
  keys: Record<number, string>;
}

export interface TableAnswer {
  table: string;
  seats: string[];
  mine: number[];
  host: boolean;
  welcome: number[];
  after: number;
  events: Told[];
}

/** A table in a list. */
export interface TableRow {
  table: string;
  game: string;
  status: Status;
  created: number;
  changed: number;
  /** `who` sits there; on a free one: is to sit. */
  seats: { who: Wanted | Who; free?: true; name?: string; level?: number }[];
  options: Options;
  /** The name of the mode that they make. */
  mode: string | null;
  pace: Pace | null;
  /** Of a finished game: the seats' shares. Tables are older than this was kept. */
  result?: string[];
  /** Of the seats that are mine: which, and whether it is to act. */
  seat?: number;
  pending?: boolean;
}

export interface Problem {
  code: string;
  words: string;
  line: number;
}

/** Whether the chance of a game was what had been promised. */
export interface Verdict {
  ok: boolean;
  checked: number;
  givers: string[];
  /** Who pledged to give and did not. */
  withheld: string[];
  /** What was checked and is right, in words. */
  points: string[];
  /** Whether the proof fixes the whole game, and not chance alone. */
  whole: boolean;
  problems: Problem[];
}

/** A game file after a number of actions. */
export interface Moment {
  game: string;
  names: Record<string, string>;
  seats: string[];
  /** Of the last moment: what is told of each action. */
  acts: Pick<Acted, "words" | "line">[];
  ended: Pick<Ended, "seat" | "why"> | null;
  result: string[] | null;
  scene: Scene;
}

export interface RulesPage {
  name: string;
  title: string;
  prefix: string;
  contents: { id: string; words: string; level: number }[];
  html: string;
  lessons: boolean;
  art: Art | null;
}

export interface Lesson {
  title: string;
  text: string;
  seat: number;
  seat_words: string;
  scene: Scene;
}

export interface Course {
  name: string;
  title: string;
  introduction: string;
  lessons: Lesson[];
}

export interface Attempted {
  right: boolean;
  words: string;
  rule?: string;
  scene: Scene;
}

export interface Health {
  version: string;
  ok: boolean;
  trouble: string;
  ready: Record<string, string>;
}

// --- words

/** What a page says in its language. */
export interface Catalogue {
  lang: string;
  /** What each language calls itself, by its code. */
  languages: Record<string, string>;
  /** The last two of several names: "{first} et {last}". */
  and: string;
  /** For each number up to 199 the place of the form that it takes; from 100 on these come again with every hundred. */
  forms: number[];
  /** Texts, or their forms, by key. */
  words: Record<string, string | string[]>;
}
