// The service worker: opens a page of its own when the site cannot be reached. It keeps that page and its files, and
// nothing of anybody: what the page shows comes out of the phone's own store. `FILES` and `PUSH` are
// from /sw.js.
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

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(async () => (await kept(PAGE)) ?? Response.error()));
  else if (FILES.includes(pathname))
    event.respondWith(fetch(request).catch(async () => (await kept(pathname)) ?? Response.error()));
});

// A notice for a player of this phone (accounts/push_service.py). One with the tag of another takes its place.
addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, data: { path } }));
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
