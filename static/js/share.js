// [data-copy-from="/path"] asks the server for a text and copies it. Downloads and links work without this.
(() => {
  "use strict";

  const byHand = (text) => {
    const box = document.createElement("textarea");
    box.value = text;
    box.setAttribute("readonly", "");
    box.className = "visually-hidden";
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  };

  const ask = async (path) => {
    const answer = await fetch(path, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  };

  const copy = async (path) => {
    // A clipboard that takes a promise keeps the tap that asked for it; a plain http page has none at all.
    if (navigator.clipboard?.write && window.ClipboardItem) {
      const words = ask(path).then((text) => new Blob([text], { type: "text/plain" }));
      try {
        await navigator.clipboard.write([new ClipboardItem({ "text/plain": words })]);
        return true;
      } catch {
        // Tried the other way below.
      }
    }
    return byHand(await ask(path));
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy-from]");
    if (!button) return;
    let done = false;
    try {
      done = await copy(button.dataset.copyFrom);
    } catch {
      done = false;
    }
    const words = button.querySelector("[data-words]") ?? button;
    words.textContent = done ? button.dataset.copied : button.dataset.notCopied;
  });
})();
