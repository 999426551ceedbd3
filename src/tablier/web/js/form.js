// The room that a picture has here: that of a screen, or of a phone that is held upright.

/** @import { Form } from "./wire.js" */

const tall = matchMedia("(max-width: 40rem) and (orientation: portrait)");

/** @returns {Form} */
export const form = () => (tall.matches ? "tall" : "wide");

/** @param {() => void} listener is told when it changes */
export const onForm = (listener) => tall.addEventListener("change", listener);
