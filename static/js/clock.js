// Clocks: [data-ends] counts down to the moment the server wrote, by the server's time, whatever the device's clock says.
//
// The server is asked for its time when the page opens, comes back, or the device's clock jumps. Until it has answered,
// what it wrote on the face stands. An answer is wrong by at most half the time it took, so the quickest counts. One that
// took longer than twice SURE_MS is used while there is none better, and asked for again; after a quicker one a face is
// wrong by at most SURE_MS and JUMP_MS together. The sound at zero is off until somebody turns it on here.
(() => {
  "use strict";

  const SAMPLES = 3;
  const AGAIN_MS = 5 * 60_000;
  const RETRY_MS = 10_000; // Doubled each time, so that a busy server is left alone.
  const QUICK_MS = 20;
  const SURE_MS = 100;
  const STRAY = 0.0001; // By how much a device's clock may go too fast or too slow.
  const JUMP_MS = 100; // Between the device's clock and its ticking: it was set, or it slept.
  const SOUND_KEY = "dueldesk-clock-sound";
  const BEEPS = [0, 0.5, 1, 1.5];
  const LATE_MS = 5_000;
  const OVER_MS = 30_000; // A device that slept through the end does not ring for it.

  // Milliseconds by which the server's clock is ahead of the device's; not known yet, but on a page kept from before
  // (hall_kept.js).
  const aheadBefore = document.documentElement.dataset.ahead;
  let ahead = aheadBefore === undefined ? null : Number(aheadBefore);
  let wrongBy = Infinity; // At most, in milliseconds, when it was learned.
  let learnedAt = 0;
  let asking = null;
  let retryMs = RETRY_MS;
  const drift = () => Date.now() - performance.now();
  let seenDrift = drift();

  const clocks = () => [...document.querySelectorAll("[data-ends]")];
  // A place into which a clock may be pushed: who asked for the time before, need not ask when all others do.
  const isAwaited = () => document.querySelector("[data-clock-slot], [data-seat-to-come]") !== null;
  const ending = () => [...document.querySelectorAll("[data-shown-until]")]; // Not shown after that second.

  // How far the server is ahead by the quickest of a few answers, and by how much that may be wrong.
  const ask = async () => {
    let best = [0, Infinity];
    for (let sample = 0; sample < SAMPLES && best[1] > QUICK_MS; sample += 1) {
      const from = performance.now();
      const answer = await fetch("/time/", { credentials: "omit", cache: "no-store" });
      const there = Number(await answer.text());
      const half = (performance.now() - from) / 2;
      if (!answer.ok || !there) throw new Error(String(answer.status));
      if (half < best[1]) best = [there + half - Date.now(), half];
    }
    return best;
  };

  // What is known better from before stays, where the answer does not contradict it.
  const learn = async () => {
    const driftBefore = drift();
    const [found, mayBeWrongBy] = await ask();
    const now = performance.now();
    const wrongByNow = wrongBy + (now - learnedAt) * STRAY;
    const contradicts = ahead === null || Math.abs(found - ahead) > mayBeWrongBy + wrongByNow;
    if (contradicts || mayBeWrongBy < wrongByNow) [ahead, wrongBy, learnedAt] = [found, mayBeWrongBy, now];
    seenDrift = driftBefore;
    document.documentElement.dataset.ahead = String(ahead); // For others who name a time of day.
    tickOn();
    if (wrongBy > SURE_MS) throw new Error("too slow");
    retryMs = RETRY_MS;
  };

  const sync = () => {
    if (clocks().length === 0 && ending().length === 0 && !isAwaited()) return;
    clearTimeout(asking);
    const again = (after) => (asking = setTimeout(sync, after));
    again(AGAIN_MS);
    learn().catch(() => {
      clearTimeout(asking);
      again(retryMs);
      retryMs = Math.min(2 * retryMs, AGAIN_MS);
    });
  };

  const clockText = (seconds) => {
    const left = Math.abs(seconds);
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    return seconds < 0 ? `+${text}` : text;
  };

  // --- The sound ---

  let audio = null;
  let rangAt = "";
  const soundIsOn = () => {
    try {
      return localStorage.getItem(SOUND_KEY) === "on";
    } catch {
      return false;
    }
  };
  // A browser lets a page sound only once somebody has tapped or typed in it.
  const wake = () => {
    if (!soundIsOn() || audio?.state === "running") return;
    if (audio === null) {
      audio = new AudioContext();
      audio.addEventListener("statechange", showSound);
    }
    audio.resume();
  };
  for (const touch of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(touch, wake, true);
  const beep = () => {
    for (const at of BEEPS) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.type = "square";
      tone.frequency.value = 880;
      volume.gain.value = 0.4;
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.3);
    }
  };
  // What a browser held back is not heard at a tap that comes much later.
  const ring = async () => {
    wake();
    const from = Date.now();
    await audio.resume();
    if (Date.now() - from < LATE_MS) beep();
  };
  const showSound = () => {
    for (const button of document.querySelectorAll("[data-clock-sound]"))
      button.setAttribute("aria-pressed", String(soundIsOn()));
    for (const tip of document.querySelectorAll("[data-clock-mute]"))
      tip.hidden = !soundIsOn() || audio?.state === "running";
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-clock-sound]")) return;
    try {
      localStorage.setItem(SOUND_KEY, soundIsOn() ? "off" : "on");
    } catch {
      return;
    }
    if (soundIsOn()) ring(); // Heard once, and from now on the browser lets this page sound.
    showSound();
  });

  // --- Counting ---

  const millisecondsOf = (clock) => Number(clock.dataset.ends) - ahead - Date.now();

  const tick = () => {
    if (clocks().length > 0 && Math.abs(drift() - seenDrift) > JUMP_MS) {
      seenDrift = drift();
      wrongBy = Infinity;
      sync();
    }
    for (const clock of ahead === null ? [] : clocks()) {
      const seconds = Math.ceil(millisecondsOf(clock) / 1000);
      const face = clock.querySelector("[data-clock-face]");
      if (face) face.textContent = clockText(seconds);
      clock.querySelector("[data-clock-until]")?.remove(); // The face no longer shows the time of day.
      const ringed = clock.querySelector("[data-clock-ring]");
      const share = Math.max(0, Math.min(1, seconds / Number(clock.dataset.seconds)));
      if (ringed) ringed.setAttribute("stroke-dashoffset", String(100 - 100 * share));
      clock.classList.toggle("clock-over", seconds <= 0);
      clock.classList.toggle("clock-short", seconds > 0 && seconds <= 300);
      // Rings for the end that was seen coming, not on a page opened after it.
      if (seconds > 0) clock.dataset.coming = "";
      else if (clock.dataset.coming !== undefined && rangAt !== clock.dataset.ends) {
        rangAt = clock.dataset.ends;
        if (soundIsOn() && millisecondsOf(clock) > -OVER_MS) ring();
      }
    }
    const isOver = (one) => Number(one.dataset.shownUntil) * 1000 <= Date.now() + ahead;
    const over = ahead === null ? [] : ending().filter(isOver);
    over.forEach((one) => one.remove());
    if (over.length) dispatchEvent(new Event("dueldesk:ended"));
  };

  // Ticks when a second of any clock ends, so that all screens change together.
  let ticking = null;
  const tickOn = () => {
    clearTimeout(ticking);
    tick();
    const rests = ahead === null ? [] : clocks().map((clock) => millisecondsOf(clock) % 1000);
    ticking = setTimeout(tickOn, Math.min(1000, ...rests.map((rest) => (rest > 0 ? rest : rest + 1000))) + 5);
  };

  document.addEventListener("DOMContentLoaded", () => {
    if (clocks().length) wake();
    showSound();
    tickOn();
    sync();
  });
  const comeBack = () => {
    tickOn();
    sync();
  };
  document.addEventListener("visibilitychange", () => document.hidden || comeBack());
  addEventListener("pageshow", (event) => event.persisted && comeBack());
  addEventListener("online", sync);
  for (const renewed of ["dueldesk:renewed", "htmx:afterSwap"]) {
    addEventListener(renewed, () => {
      showSound();
      tickOn();
      if (asking === null) sync(); // The first clock of this page.
    });
  }
})();
