// Decks that are due back: their line turns red at the moment itself, and the phone of who checks decks vibrates and sounds.
(() => {
  "use strict";

  const QUIET_MS = 10_000;
  let audio = null;
  let last = -QUIET_MS;

  // Two short tones. A browser that has not been touched yet stays silent; the phone's own silent mode holds.
  const sound = () => {
    try {
      audio ??= new AudioContext();
      for (const [at, pitch] of [
        [0, 880],
        [0.35, 660],
      ]) {
        const tone = audio.createOscillator();
        const loud = audio.createGain();
        tone.frequency.value = pitch;
        loud.gain.value = 0.25;
        tone.connect(loud).connect(audio.destination);
        tone.start(audio.currentTime + at);
        tone.stop(audio.currentTime + at + 0.25);
      }
    } catch {
      // A browser without sound has the colour, the words and the vibration.
    }
  };
  const alarm = () => {
    if (performance.now() - last < QUIET_MS) return;
    last = performance.now();
    navigator.vibrate?.([400, 200, 400]);
    sound();
    document.dispatchEvent(new CustomEvent("decks-due"));
  };

  // On the page of a check: the moment by how long it was away when the server sent the page, whatever the device's clock says.
  const line = document.getElementById("back-by");
  if (line?.dataset.left) {
    const due = Date.now() + Number(line.dataset.left) * 1000;
    const look = () => {
      if (Date.now() < due) return;
      clearInterval(timer);
      line.classList.replace("soft", "notice");
      line.classList.add("notice-bad");
      line.querySelector("[data-due-now]").hidden = false;
      alarm();
    };
    const timer = setInterval(look, 1000);
    look();
  }

  // On every page of the desk: when the number in its head rises. The first number is no news.
  const counted = () => Number(document.querySelector("[data-decks-due]")?.dataset.decksDue ?? 0);
  let before = counted();
  document.addEventListener("htmx:afterSettle", () => {
    const now = counted();
    if (now > before) alarm();
    before = now;
  });
})();
