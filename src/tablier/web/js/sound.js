// Quiet sounds, made here; nothing is loaded. They can be silenced.

import { like, liking } from "./likes.js";

/** @type {AudioContext | undefined} */
let context;

const VOLUME = { full: 1, soft: 0.4, off: 0 };

/** Browsers let a page sound only after somebody has touched it. */
function wake() {
  context ??= new AudioContext();
  context.resume();
}
addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });

/** @param {number} pitch @param {number} start seconds from now @param {number} length @param {number} loudness
 * @param {OscillatorType} shape
 */
function tone(pitch, start, length, loudness, shape = "sine") {
  if (!context) return;
  const at = context.currentTime + start;
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(loudness * VOLUME[liking("sound")], at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/** Wood on wood: a short knock. @param {number} start @param {number} pitch @param {number} loudness */
function knock(start, pitch, loudness) {
  tone(pitch, start, 0.07, loudness, "triangle");
  tone(pitch * 2.7, start, 0.03, loudness / 2);
}

const SOUNDS = {
  played: () => knock(0, 210, 0.12),
  rolled: () => [0, 0.06, 0.11].forEach((at, i) => knock(at, 330 + 40 * i, 0.06)),
  drawn: () => knock(0, 420, 0.05),
  yours: () => (tone(587, 0.05, 0.18, 0.05), tone(784, 0.15, 0.25, 0.05)),
  said: () => tone(660, 0, 0.12, 0.04),
  reveal: () => [392, 494, 587].forEach((pitch, i) => tone(pitch, i * 0.09, 0.3, 0.045)),
  ended: () => [523, 659, 784, 1047].forEach((pitch, i) => tone(pitch, i * 0.12, 0.45, 0.045)),
  refused: () => tone(165, 0, 0.16, 0.07, "triangle"),
};

/** @typedef {keyof typeof SOUNDS} SoundName */

/** Who looks at something else hears only that something waits. @param {SoundName} name */
export function play(name) {
  const isHeard = name === "yours" || document.visibilityState === "visible";
  if (soundIsOn() && isHeard && context?.state === "running") SOUNDS[name]();
}

export function soundIsOn() {
  return liking("sound") !== "off";
}

export function switchSound() {
  like("sound", soundIsOn() ? "off" : "full");
  return soundIsOn();
}
