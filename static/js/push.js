// Notices on this phone while the site is closed: shows which of the panel's parts is true of this browser, and asks
// for permission on a tap alone.
const panel = document.querySelector("[data-push]");
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const digest = async (text) => hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

const show = (state) => {
  for (const part of panel.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
};

const say = (words) => {
  const said = panel.querySelector("[data-said]");
  said.textContent = words;
  said.hidden = !words;
};

const send = (address, fields) => {
  const { "X-CSRFToken": token } = JSON.parse(document.body.getAttribute("hx-headers"));
  return fetch(address, { method: "POST", headers: { "X-CSRFToken": token }, body: new URLSearchParams(fields) });
};

const worker = async () => {
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
};

// A subscription made for another key of the site is of no use any more.
const subscribed = async ({ pushManager }) => {
  const options = { userVisibleOnly: true, applicationServerKey: bytes(panel.dataset.push) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (error.name !== "InvalidStateError" || !old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
};

// For the service worker, which does not always know which address its browser had.
const keep = async (endpoint) => (await caches.open("dueldesk-push")).put("/endpoint", new Response(endpoint));

const start = async () => {
  if ((await Notification.requestPermission()) !== "granted") return look();
  const { endpoint, keys } = (await subscribed(await worker())).toJSON();
  const answer = await send(panel.dataset.start, { endpoint, ...keys });
  if (answer.ok) {
    await keep(endpoint);
    return show("on");
  }
  say((await answer.json()).words);
};

// The browser's subscription stays: another player of this phone may have theirs by it.
const stop = async () => {
  const here = await (await worker()).pushManager.getSubscription();
  if (here) await send(panel.dataset.stop, { endpoint: here.endpoint });
  panel.dataset.here = "";
  show("off");
};

const look = async () => {
  if (!isSecureContext) return show("insecure");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return show("unable");
  if (Notification.permission === "denied") return show("blocked");
  const here = await (await worker()).pushManager.getSubscription();
  const isHere = here && panel.dataset.here.split(" ").includes(await digest(here.endpoint));
  if (isHere) await keep(here.endpoint);
  show(isHere ? "on" : "off");
};

const onTap = (state, act) =>
  panel.querySelector(`[data-when=${state}] button`)?.addEventListener("click", async ({ target }) => {
    say("");
    target.disabled = true;
    try {
      await act();
    } catch {
      say(panel.querySelector("[data-trouble]").textContent.trim());
    }
    target.disabled = false;
  });

onTap("off", start);
onTap("on", stop);
if (panel.querySelector("[data-when]")) look().catch(() => show("unable"));
