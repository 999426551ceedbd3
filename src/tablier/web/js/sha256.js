// SHA-256 and HMAC. Browsers have them only where a page came by https; many tables are in a house without.

/** The first 32 bits of the fractional parts of roots of the first primes: square roots for the state, cube roots for the rounds. */
const [STATE, ROUNDS] = constants();

function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  return [primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))), primes.map((p) => fraction(Math.cbrt(p)))];
}

/** @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
export function sha256(bytes) {
  const blocks = padded(bytes);
  const state = Uint32Array.from(STATE);
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++)
      words[i] = words[i - 16] + small(words[i - 15], 7, 18, 3) + words[i - 7] + small(words[i - 2], 17, 19, 10);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} key at most 64 bytes @param {Uint8Array} bytes */
export function hmac(key, bytes) {
  const pad = (/** @type {number} */ by) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ by);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), bytes))));
}

/** @param {Uint8Array} bytes */
function padded(bytes) {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks.length - 4, bytes.length << 3);
  return view;
}

/** @param {Uint32Array} state @param {Uint32Array} words */
function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + big(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const two = (big(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** @param {number} x @param {number} n */
const turned = (x, n) => (x >>> n) | (x << (32 - n));
/** @param {number} x @param {number} i @param {number} j @param {number} k */
const big = (x, i, j, k) => turned(x, i) ^ turned(x, j) ^ turned(x, k);
/** @param {number} x @param {number} i @param {number} j @param {number} k */
const small = (x, i, j, k) => turned(x, i) ^ turned(x, j) ^ (x >>> k);

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
