// Clocks: [data-ends] counts down to the moment the server wrote, by the server's time, whatever the device's clock says.
//
// The server is asked for its time when the page opens, comes back, or the device's clock jumps; of several answers the
// quickest counts. The sound at zero is off until somebody turns it on here.
(() => {
  "use strict";

  const SAMPLES = 3;
  const AGAIN_MS = 5 * 60_000;
  const RETRY_MS = 10_000;
  const JUMP_MS = 150; // Between the device's clock and its ticking: it was set, or it slept.
  const SOUND_KEY = "dueldesk-clock-sound";
  const BEEPS = [0, 0.5, 1, 1.5];

  let ahead = 0; // Milliseconds by which the server's clock is ahead of the device's.
  let asking = null;
  const drift = () => Date.now() - performance.now();
  let seenDrift = drift();

  const clocks = () => document.querySelectorAll("[data-ends]");

  const ask = async () => {
    let best = Infinity;
    let found = 0;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const from = performance.now();
      const answer = await fetch("/time/", { credentials: "omit", cache: "no-store" });
      const there = Number(await answer.text());
      const took = performance.now() - from;
      if (!answer.ok || !there) throw new Error(String(answer.status));
      if (took >= best) continue;
      best = took;
      found = there + took / 2 - Date.now();
    }
    ahead = found;
    seenDrift = drift();
    tick();
  };

  const sync = () => {
    if (clocks().length === 0) return;
    clearTimeout(asking);
    const again = (after) => (asking = setTimeout(sync, after));
    again(AGAIN_MS);
    ask().catch(() => {
      clearTimeout(asking);
      again(RETRY_MS);
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
  const ring = () => {
    audio ??= new AudioContext();
    audio.resume();
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
  const showSound = () => {
    for (const button of document.querySelectorAll("[data-clock-sound]"))
      button.setAttribute("aria-pressed", String(soundIsOn()));
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

  const secondsOf = (clock) => Math.ceil((Number(clock.dataset.ends) - ahead - Date.now()) / 1000);

  const tick = () => {
    const all = clocks();
    if (all.length > 0 && Math.abs(drift() - seenDrift) > JUMP_MS) {
      seenDrift = drift();
      sync();
    }
    for (const clock of all) {
      const seconds = secondsOf(clock);
      const face = clock.querySelector("[data-clock-face]");
      if (face) face.textContent = clockText(seconds);
      const ringed = clock.querySelector("[data-clock-ring]");
      const share = Math.max(0, Math.min(1, seconds / Number(clock.dataset.seconds)));
      if (ringed) ringed.setAttribute("stroke-dashoffset", String(100 - 100 * share));
      clock.classList.toggle("clock-over", seconds <= 0);
      clock.classList.toggle("clock-short", seconds > 0 && seconds <= 300);
      // Rings for the end that was seen coming, not on a page opened after it.
      if (seconds > 0) clock.dataset.coming = "";
      else if (clock.dataset.coming !== undefined && rangAt !== clock.dataset.ends) {
        rangAt = clock.dataset.ends;
        if (soundIsOn()) ring();
      }
    }
  };

  // Ticks when a second of the first clock ends, so that all screens change together.
  const tickOn = () => {
    tick();
    const first = clocks()[0];
    const rest = first ? (Number(first.dataset.ends) - ahead - Date.now()) % 1000 : 1000;
    setTimeout(tickOn, (rest > 0 ? rest : rest + 1000) + 5);
  };

  document.addEventListener("DOMContentLoaded", () => {
    showSound();
    tickOn();
    sync();
  });
  document.addEventListener("visibilitychange", () => document.hidden || sync());
  addEventListener("pageshow", (event) => event.persisted && sync());
  addEventListener("online", sync);
  for (const renewed of ["dueldesk:renewed", "htmx:afterSwap"]) {
    addEventListener(renewed, () => {
      showSound();
      tick();
      if (asking === null) sync(); // The first clock of this page.
    });
  }
})();
