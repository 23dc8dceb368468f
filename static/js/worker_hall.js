// For the service worker (worker.js): the screen on the wall and its files, as hall_kept.js keeps them.
const HALL_STORE = "dueldesk-hall";
const MAX_HALL_AGE_MS = 2 * 24 * 3600_000; // Longer than any event lasts.

const isHall = (address) => /^\/t\/[^/]+\/hall\/$/.test(new URL(address, location.href).pathname);

// What is only fetched, as news and the time are, has no destination and never comes out of the store.
const isFileOfHall = ({ destination, referrer }) => destination !== "" && referrer !== "" && isHall(referrer);

const keptOfHall = async (request) => {
  if (!isHall(request.url) && !isFileOfHall(request)) return undefined;
  const store = await caches.open(HALL_STORE);
  // The parts of a list that several screens share (`?part=`) are one page.
  const found = await store.match(request.url, { ignoreSearch: true, ignoreVary: true });
  const at = Number(found?.headers.get("X-Kept-At") ?? Date.now());
  return Date.now() - at < MAX_HALL_AGE_MS ? found : undefined;
};
