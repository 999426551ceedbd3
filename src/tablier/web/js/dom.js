// Making elements, and finding them. Texts are always set as texts: what others wrote can never become a tag.

/** @typedef {Node | string | null | undefined | false} Inside what an element may hold; nothing where there is none */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => unknown)} Attribute */

/** make("button", { class: "button", type: "button", onclick }, "Words")
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, Attribute>} [attributes] @param {(Inside | Inside[])[]} inside
 */
export function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice("on".length), value);
    else if (name === "value" && "value" in made) made.value = String(value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...inside.flat().filter(isSomething));
  return made;
}

/** The same for pictures. @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | number>} attributes @param {Node[]} inside
 */
export function element(tag, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...inside);
  return made;
}

/** @param {Inside} one @returns {one is Node | string} */
function isSomething(one) {
  return one !== null && one !== undefined && one !== false;
}

/** @param {Inside} words @param {(event: MouseEvent & { currentTarget: HTMLButtonElement }) => unknown} onclick */
export function button(words, onclick, kind = "") {
  return make("button", { type: "button", class: `button ${kind}`, onclick }, words);
}

/** An element of this page; the kind of element where that matters: find("name", HTMLInputElement).
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id @param {new () => Kind} [kind] @returns {Kind}
 */
export function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`this page has no ${id}`);
  return /** @type {Kind} */ (found);
}

/** Open a dialogue; it is gone once it is closed. Gives what it was closed with.
 * @param {string} title @param {(dialog: HTMLDialogElement) => Inside[]} inside @returns {Promise<string>}
 */
export function openDialog(title, inside) {
  const dialog = make("dialog", { class: "dialog", "aria-label": title });
  dialog.append(make("h2", {}, title), ...inside(dialog).filter(isSomething));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((closed) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      closed(dialog.returnValue);
    });
  });
}

/** @param {HTMLElement[]} buttons */
export function dialogActions(...buttons) {
  return make("div", { class: "dialog-actions" }, ...buttons);
}

/** Ask before something that cannot be undone; answers true or false.
 * @param {string} title @param {string} text @param {string} yes @param {string} no
 */
export async function confirm(title, text, yes, no) {
  const answer = await openDialog(title, (dialog) => [
    make("p", {}, text),
    dialogActions(
      button(no, () => dialog.close()),
      button(yes, () => dialog.close("yes"), "button--bad"),
    ),
  ]);
  return answer === "yes";
}

/** A link to be copied, or shared where the device can.
 * @param {string} link @param {Record<"label" | "copy" | "copied" | "share" | "shareText", string>} words
 */
export function linkBox(link, { label, copy, copied, share, shareText }) {
  const input = make("input", { class: "input", readonly: true, value: link, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const copier = button(copy, async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      input.select();
      document.execCommand("copy");
    }
    copier.textContent = copied;
    setTimeout(() => (copier.textContent = copy), 1800);
  });
  const sharer =
    "share" in navigator && button(share, () => navigator.share({ text: shareText, url: link }).catch(() => {}));
  return make("div", { class: "link-box" }, input, copier, sharer);
}

/** A list of choices, as [value, words].
 * @param {Record<string, Attribute>} attributes @param {[string | number, string][]} choices @param {string | number} [chosen]
 */
export function select(attributes, choices, chosen) {
  return make("select", { class: "input", ...attributes }, ...options(choices, chosen));
}

/** @param {[string | number, string][]} choices @param {string | number} [chosen] */
export function options(choices, chosen) {
  return choices.map(([value, words]) => make("option", { value, selected: value === chosen }, words));
}

/** What went wrong, in words. @param {unknown} problem */
export function reason(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}
