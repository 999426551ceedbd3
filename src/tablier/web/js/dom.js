// Making elements. Texts are always set as texts: what others wrote can never become a tag.

/** make("button", { class: "button", type: "button", onclick }, "Words") */
export function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.flat().filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

export function button(words, onclick, kind = "") {
  return make("button", { type: "button", class: `button ${kind}`, onclick }, words);
}

export const find = (id) => document.getElementById(id);

/** Ask before something that cannot be undone; answers true or false. */
export function confirm(title, text, yes, no) {
  return new Promise((answer) => {
    const dialog = make("dialog", { class: "dialog", "aria-label": title });
    dialog.append(
      make("h2", {}, title),
      make("p", {}, text),
      make(
        "div",
        { class: "dialog-actions" },
        button(no, () => dialog.close()),
        button(yes, () => dialog.close("yes"), "button--bad"),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A link to be copied, or shared where the device can. */
export function linkBox(link, { label, copy, copied, share, shareText }) {
  const input = make("input", {
    class: "input",
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: () => input.select(),
  });
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
    navigator.share && share && button(share, () => navigator.share({ text: shareText, url: link }).catch(() => {}));
  return make("div", { class: "link-box" }, input, copier, sharer || null);
}
