// Keeping the screen on the wall in the browser, so that it opens again without a network: its page, which is the same
// for everybody, and its files. The service worker (worker_hall.js) takes them from there.
const STORE = "dueldesk-hall";
const MAX_AGE_MS = 2 * 24 * 3600_000;
const KEEP_AFTER_MS = 2_000; // Results come several at once.
const CONTACT = `dueldesk-hall-contact ${location.pathname}`;
const FILES = "link[rel=stylesheet], link[rel=modulepreload], link[rel=icon], script[src], use";

const canKeep = isSecureContext && "caches" in window && "serviceWorker" in navigator; // Not without https.
const screen_ = document.querySelector("[data-hall-screen]");

let isCurrent = false; // Whether what is kept is what the screen shows.
let hasFiles = false;
let due = null;

// What lasts as long as the window; nothing where the browser keeps nothing.
const inWindow = (use) => {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
};

// When this page was kept, if it came out of the store; otherwise 0. In milliseconds, by the device's clock.
const keptAt = Number(screen_.dataset.keptAt ?? 0);
export const isKeptCopy = keptAt > 0;

// When the server was last there while this page was shown.
export const lastContact = () => {
  if (!isKeptCopy) return Date.now();
  return Math.max(keptAt, Number(inWindow((kept) => kept.getItem(CONTACT)) ?? 0));
};

// The page as it opens from the store: it says since when it is kept, and how far the server's clock is ahead.
const marked = (text, at) => {
  const { ahead } = document.documentElement.dataset;
  const dated = text.replace("data-hall-screen", `data-hall-screen data-kept-at="${at}"`);
  return ahead === undefined ? dated : dated.replace("<html ", `<html data-ahead="${Number(ahead)}" `);
};

const keepPage = async (kept) => {
  const at = Date.now();
  const answer = await fetch(location.pathname, { credentials: "same-origin", cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // Of what came over the wire.
  headers.set("X-Kept-At", String(at));
  await kept.put(location.pathname, new Response(marked(await answer.text(), at), { headers }));
};

// The files of this release, and no longer those of the one before; other events' screens while they may be needed.
const keepFiles = async (kept) => {
  const named = [...document.querySelectorAll(FILES)].map(
    (one) => one.src ?? (one.getAttribute("href") ?? "").split("#")[0],
  );
  const files = new Set(named.filter(Boolean).map((one) => new URL(one, location.href).href));
  await kept.addAll([...files]);
  for (const request of await kept.keys()) {
    const at = (await kept.match(request, { ignoreVary: true }))?.headers.get("X-Kept-At");
    if (at ? Date.now() - Number(at) > MAX_AGE_MS : !files.has(request.url)) await kept.delete(request);
  }
};

const keep = async () => {
  due = null;
  try {
    const kept = await caches.open(STORE);
    await keepPage(kept);
    if (!hasFiles) await keepFiles(kept);
    isCurrent = hasFiles = true;
  } catch {
    isCurrent = false; // No network, no room, or a browser that keeps nothing here.
  }
};

const keepSoon = () => {
  if (canKeep) due ??= setTimeout(keep, KEEP_AFTER_MS);
};

// The server is there, and the screen shows what is newest.
export const contacted = () => {
  if (isCurrent) inWindow((kept) => kept.setItem(CONTACT, String(Date.now())));
  else keepSoon();
};

if (canKeep) {
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  addEventListener("dueldesk:renewed", () => {
    isCurrent = false;
    keepSoon();
  });
  document.addEventListener("DOMContentLoaded", keepSoon);
}
