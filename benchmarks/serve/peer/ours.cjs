// Many people at many of our tables: two at each, who play again when a game is over. Each receives what the server sends to its seat, and reads it;
// what a page does with it in a browser costs the server nothing, and is left out.
//
//   node ours.cjs URL TABLES GAME SHOW

const { randomBytes } = require("node:crypto");
const WebSocket = require("ws");
const { any, arrived, can, come } = require("./pace.cjs");

const [url, count, game, show] = [process.argv[2], Number(process.argv[3]), process.argv[4], process.argv[5]];

async function ask(path, body, secret) {
  const headers = { "content-type": "application/json", ...(secret && { authorization: `Bearer ${secret}` }) };
  const answer = await fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Two people open a table and sit down. */
async function open() {
  const secrets = [];
  for (let i = 0; i < 2; i++) secrets.push((await ask("/people")).secret);
  const seats = [{ who: "me" }, { who: "anyone" }];
  const { table } = await ask("/tables", { game, seats, listed: false }, secrets[0]);
  await gather({ table, people: secrets.map((secret) => ({ secret })), sent: 0 });
}

/** Everybody sits down at a table and is connected; people are in the order of the seats. */
async function gather(company) {
  company.people.forEach((person) => Object.assign(person, { company, actions: [], version: 0, answers: 0, isToAct: false, isAble: false }));
  for (const [seat, { secret }] of company.people.entries()) {
    const entropy = randomBytes(16).toString("hex");
    await ask(`/tables/${company.table}/seats/${seat}`, { name: `P${seat}`, entropy }, secret);
  }
  await Promise.all(company.people.map((_, seat) => connect(company, seat)));
}

function connect(company, seat) {
  const person = company.people[seat];
  const query = new URLSearchParams({ after: 0, show, lang: "fr", seat });
  const address = `${url.replace("http", "ws")}/api/v1/tables/${company.table}/socket?${query}`;
  const headers = { authorization: `Bearer ${person.secret}` };
  person.socket = new WebSocket(address, { headers, perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    person.socket.on("error", reject);
    person.socket.on("message", (data) => {
      hear(company, seat, JSON.parse(data));
      resolve();
    });
  });
}

function hear(company, seat, message) {
  const person = company.people[seat];
  if (message.type === "refused") throw new Error(JSON.stringify(message));
  if (message.type === "done") person.answers--;
  if (message.type === "events") see(company, seat, message);
  company.people.forEach((each) => consider(company, each));
}

/** Whether somebody can act now: not before what they have sent is answered, and what was done last has been received by the other. */
function consider(company, person) {
  if (person.company !== company || company.sent || !person.isToAct || person.answers || person.isAble) return;
  person.isAble = true;
  can(() => act(company, person));
}

/** What has happened. An action counts when the other has received it. */
function see(company, seat, { events, now }) {
  const person = company.people[seat];
  if (events.length) person.version = events.at(-1).version;
  if (company.sent && events.some((event) => event.kind === "acted" && event.seat === 1 - seat)) {
    arrived(company.sent);
    company.sent = 0;
  }
  person.isToAct = now.pending.includes(seat);
  person.actions = now.legal ?? (now.scene.touches ? Object.keys(now.scene.touches) : person.actions);
  const followed = events.find((event) => event.kind === "followed");
  if (followed) follow(company, followed.table);
  else if (now.status === "over" && !now.followed && seat === 0 && !company.isOver) {
    company.isOver = true;
    send(person, { do: "rematch" });
  }
}

/** Both go to the next table, where each has the other's seat. */
async function follow(company, table) {
  if (company.table === table) return;
  company.table = table;
  for (const { socket } of company.people) socket.removeAllListeners("message").close();
  await gather({ table, people: company.people.reverse(), sent: 0 });
}

let sent = 0;

function send(person, command) {
  person.answers++;
  person.socket.send(JSON.stringify({ id: `c${sent++}`, ...command }));
}

function act(company, person) {
  if (person.company !== company) return false;
  person.isAble = false;
  if (!person.isToAct || person.answers || person.socket.readyState !== WebSocket.OPEN) return false;
  person.isToAct = false;
  company.sent = performance.now();
  send(person, { do: "play", action: any(person.actions), version: person.version });
}

come(count, open);
