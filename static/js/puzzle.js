// Works out the sum that a form brings back (accounts/puzzles.py): a number whose SHA-256 behind the seed begins with
// a number of zeros. It is looked for a little at a time while somebody types; a form that asks for it waits for it.
// Browsers offer their own SHA-256 only on secure pages, and a hall's address is none: FIPS 180-4 for one block.
(() => {
  "use strict";

  const SLICE = 12;
  const primes = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const CONSTANTS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
  const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Int32Array(64);

  // The first 32 bits of the SHA-256 of a text of at most 55 ASCII characters.
  const firstBits = (text) => {
    words.fill(0, 0, 16);
    for (let at = 0; at < text.length; at += 1) words[at >> 2] |= text.charCodeAt(at) << (24 - (at % 4) * 8);
    words[text.length >> 2] |= 0x80 << (24 - (text.length % 4) * 8);
    words[15] = text.length * 8;
    for (let at = 16; at < 64; at += 1) {
      const early = words[at - 15];
      const late = words[at - 2];
      const one = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
      const two = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
      words[at] = (words[at - 16] + one + words[at - 7] + two) | 0;
    }
    let [a, b, c, d, e, f, g, h] = START;
    for (let at = 0; at < 64; at += 1) {
      const two = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const first = (h + two + ((e & f) ^ (~e & g)) + CONSTANTS[at] + words[at]) | 0;
      const one = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const second = (one + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    return (START[0] + a) >>> 0;
  };

  for (const box of document.querySelectorAll("[data-puzzle]")) {
    const form = box.closest("form");
    const field = box.querySelector("[name=solution]");
    const working = box.querySelector("[data-working]");
    const solved = box.querySelector("[data-solved]");
    const zeros = 32 - Number(box.dataset.bits);
    const asked = "asked" in box.dataset;
    let number = 0;
    let sender;

    const step = () => {
      const until = performance.now() + SLICE;
      while (performance.now() < until) {
        for (let more = 0; more < 500; more += 1, number += 1) {
          if (firstBits(`${box.dataset.puzzle}:${number}`) >>> zeros === 0) {
            field.value = String(number);
            finish();
            return;
          }
        }
      }
      setTimeout(step, sender === undefined && !asked ? SLICE : 0);
    };

    const finish = () => {
      working.hidden = true;
      if (solved) solved.hidden = false;
      if (sender !== undefined) form.requestSubmit(sender);
    };

    form.addEventListener(
      "submit",
      (event) => {
        if (!asked || field.value) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        sender = event.submitter;
        working.hidden = false;
      },
      true,
    );
    if (asked) working.hidden = false;
    setTimeout(step, SLICE);
  }
})();
