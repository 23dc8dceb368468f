// The service worker: opens a page of its own when the site cannot be reached. It keeps that page and its files, and
// nothing of anybody: what the page shows comes out of the phone's own store. The screen on the wall has a store of its
// own (worker_hall.js). Pages of staff are left to the browser, which waits for a slow site. `FILES` and `PUSH` are from
// /sw.js.
const CACHE = "dueldesk-offline";
const PAGE = FILES[0];

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    const held = (await cache.keys()).map((request) => new URL(request.url).pathname);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    const gone = held.filter((path) => !FILES.includes(path));
    await Promise.all(gone.map((path) => cache.delete(path)));
  };
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const kept = async (path) => (await caches.open(CACHE)).match(path);

const PATIENCE_MS = 6_000; // For an answer, before what is kept takes its place.
const LONG_PATIENCE_MS = 20_000; // Where a page was given up a moment ago, and is asked for once more.
const MOMENT_MS = 60_000;
// Where staff work, and files that are made for them: a player's last table in their place would be of no use.
const AT_EVENTS = "desk|checks|floor|calls|penalties|extra-time|export|decks/sheets|decks/compare";
const STAFF = new RegExp(`^/(admin|desk|staff-link|export|t/[^/]+/(${AT_EVENTS}))/`);
const UNREACHED = [502, 503, 504];
let gaveUpAt = -Infinity;

// What was asked for. Where the signal is so weak that nothing comes, or only a gateway answers for the site, what is kept:
// the page, which offers to try again, and at once the files that belong to it.
const answer = async (request, path) => {
  const instead = (await keptOfHall(request)) ?? (await kept(path));
  const isPage = request.mode === "navigate";
  const wasGivenUp = Date.now() - gaveUpAt < MOMENT_MS;
  if (instead && wasGivenUp && !isPage) return instead;
  const coming = fetch(request);
  if (!instead) return coming;
  const late = new Promise((done) => setTimeout(done, isPage && wasGivenUp ? LONG_PATIENCE_MS : PATIENCE_MS, null));
  const found = await Promise.race([coming, late]).catch(() => null);
  if (found && !UNREACHED.includes(found.status)) return found;
  if (isPage) gaveUpAt = Date.now();
  return instead;
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && STAFF.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(answer(request, PAGE));
  else if (FILES.includes(pathname) || isFileOfHall(request)) event.respondWith(answer(request, pathname));
});

// Sends the reports that this phone keeps (queue.js), also with no page open. With some of them not sent the browser wakes
// the worker again, later.
const sendReports = async () => {
  const tell = async () => {
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages) page.postMessage("reports");
  };
  await reportQueue.sendAll(tell);
  if ((await reportQueue.all()).some(reportQueue.isUnsent)) throw new Error("Not every report could be sent.");
};

addEventListener("sync", (event) => {
  if (event.tag === "reports") event.waitUntil(sendReports());
});

// A notice for a player of this phone (accounts/push_service.py). One with the tag of another takes its place; the same
// one that comes twice makes no noise again.
addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  const show = async () => {
    const shown = await registration.getNotifications({ tag });
    const renotify = shown.some((one) => one.body !== body);
    await registration.showNotification(title, { body, tag, renotify, data: { path } });
  };
  event.waitUntil(show());
});

// The browser's push service has taken its address back, or given another: the site is to know it. Browsers differ in
// whether they name the old one; push.js keeps it.
addEventListener("pushsubscriptionchange", (event) => {
  const move = async () => {
    const store = await caches.open("dueldesk-push");
    const old = event.oldSubscription?.endpoint ?? (await (await store.match("/endpoint"))?.text());
    if (!PUSH.key || !old) return;
    const options = { userVisibleOnly: true, applicationServerKey: PUSH.key };
    const { endpoint, keys } = (event.newSubscription ?? (await registration.pushManager.subscribe(options))).toJSON();
    const answer = await fetch(PUSH.move, { method: "POST", body: new URLSearchParams({ old, endpoint, ...keys }) });
    if (answer.ok) await store.put("/endpoint", new Response(endpoint));
  };
  event.waitUntil(move());
});

// Opens the notice's page, in the window that has it already if there is one. Other sites are not opened.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data.path, location.origin);
  const address = page.origin === location.origin ? page.href : location.origin;
  const open = async () => {
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const known = windows.find((one) => one.url === address);
    return known ? known.focus() : clients.openWindow(address);
  };
  event.waitUntil(open());
});
