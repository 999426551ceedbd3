// A board in a notebook: Python draws it, says what is legal, and plays. This shows it, and tells what was touched or written.

import { Touching } from "../web/js/touching.js";

/** @typedef {{ get(name: string): any, set(name: string, value: any): void, save_changes(): void, on(event: string, listener: () => void): void }} Model */

let lists = 0;

/** @param {{ model: Model, el: HTMLElement }} widget */
function render({ model, el }) {
  const [headline, board, refusal, story] = ["p", "div", "p", "ul"].map((tag) => document.createElement(tag));
  const form = document.createElement("form");
  const input = document.createElement("input");
  const known = document.createElement("datalist");
  known.id = `tablier-actions-${(lists += 1)}`;
  input.setAttribute("list", known.id);
  input.setAttribute("aria-label", "action");
  refusal.setAttribute("role", "alert");
  headline.style.fontWeight = "bold";
  form.append(input, known);
  el.append(headline, board, refusal, form, story);

  /** @type {Touching} */
  let touching = new Touching({});

  /** @param {string} action */
  const play = (action) => {
    input.value = "";
    model.set("asked", [action, Math.random()]);
    model.save_changes();
  };

  const mark = () => {
    const next = touching.next();
    for (const node of /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll("[data-id]"))) {
      const id = node.dataset.id ?? "";
      node.style.cursor = next.has(id) || touching.after(id) ? "pointer" : "";
      node.style.filter = touching.chosen.includes(id) ? "drop-shadow(0 0 0.12px #000) brightness(1.25)" : "";
    }
    const begun = touching.begun().map(([action]) => action);
    known.replaceChildren(
      ...(begun.length ? begun : model.get("legal")).map((/** @type {string} */ each) => new Option(each, each)),
    );
  };

  const show = () => {
    board.innerHTML = model.get("svg");
    const svg = board.querySelector("svg");
    if (svg) svg.setAttribute("style", "max-width: 100%; height: auto");
    const [status, ...lines] = model.get("lines");
    headline.textContent = status ?? "";
    story.replaceChildren(
      ...lines.map((/** @type {string} */ line) => Object.assign(document.createElement("li"), { textContent: line })),
    );
    form.hidden = model.get("legal").length === 0;
    touching = new Touching(model.get("touches"));
    mark();
  };

  board.addEventListener("click", (event) => {
    const node = /** @type {Element} */ (event.target).closest("[data-id]");
    const action = touching.touch(node instanceof SVGElement ? (node.dataset.id ?? "") : "");
    if (action) play(action);
    else mark();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play(input.value);
  });
  for (const name of ["svg", "touches", "lines"]) model.on(`change:${name}`, show);
  model.on("change:refusal", () => (refusal.textContent = model.get("refusal")));
  show();
}

export default { render };
