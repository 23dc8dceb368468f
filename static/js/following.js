// Hearing of the newest version of an event, as long as somebody looks at the page.
//
// The server says which version is the newest over a stream (Server-Sent Events), or, where there is no stream, when it
// is asked from time to time, less often after errors.
const POLL_MS = 15_000;
const MAX_POLL_MS = 120_000;
const STREAM_AGAIN_MS = 60_000;
const INTERRUPTED_MS = 1_000; // Then up to four times as much, as the server tells browsers that try by themselves.
const MAX_INTERRUPTIONS = 3; // Of a stream that the browser opens again by itself, before polling instead.

const MAX_STREAMED = 20; // Events that one stream may follow (`config/serving/own_entries.py`); further ones are asked about.

// `events()` are those that the page follows by now. Of each, `mark` is the address to ask for its version, `seen()` the
// version that is shown, and `heard` gets each that the server names, and whether the news is about single tables, whose
// phones hear of it by themselves, with how many phones follow at least. Of what is about the entries that `own()` names
// `heardOwn` gets each at once, whenever it is everybody's turn, and `heardSeat` where they sit in a new round; `heardNews` gets the clock and the
// announcements whenever they are others. `missed` is
// called once a stream is open again that was lost: what is private is sent to open streams alone, and never again.
// `stream` gives the address of one stream for events, or nothing where there is none; `contact` gets whether the server
// is there. The function that is returned opens the stream again if the page has other events or entries by now.
export const follow = ({ events, stream, contact = () => {} }) => {
  let source = null;
  let poll = null;
  let failures = 0;
  let interruptions = 0;
  let isBehind = false; // Whether a stream was lost, and none was opened since.
  let isCut = false; // Whether the last stream was given up while the server could not be reached.

  const toAsk = () => events().slice(source === null ? 0 : MAX_STREAMED);

  const askOne = async (event) => {
    const answer = await fetch(`${event.mark}?seen=${encodeURIComponent(event.seen())}`, {
      credentials: "omit",
      cache: "no-store",
    });
    // An event that is gone says nothing about the site.
    if (![200, 204, 404].includes(answer.status)) throw new Error(String(answer.status));
    if (answer.status === 200) event.heard((await answer.text()).trim());
  };

  const ask = async () => {
    poll = null;
    const answers = await Promise.allSettled(toAsk().map(askOne));
    const isThere = answers.every((one) => one.status === "fulfilled");
    failures = isThere ? 0 : failures + 1;
    contact(isThere);
    if (isThere && isCut) listen();
    else askLater();
  };

  const askLater = () => {
    if (poll !== null || document.hidden || toAsk().length === 0) return;
    const pause = Math.min(POLL_MS * 2 ** failures, MAX_POLL_MS);
    poll = setTimeout(ask, pause * (0.75 + Math.random() / 2));
  };

  const quiet = () => {
    source?.close();
    source = null;
    clearTimeout(poll);
    poll = null;
  };

  // With the events and the entries that the page has by now.
  const addressOfStream = () => {
    const address = stream(events().slice(0, MAX_STREAMED));
    return address && new URL(address, location.href).href;
  };

  // What the server names is about the event of its mark.
  const eventOf = (mark) => {
    const all = events();
    return all.length === 1 ? all[0] : all.find((event) => event.seen().split(".")[0] === mark.split(".")[0]);
  };

  const listen = () => {
    const address = addressOfStream();
    if (source !== null || !address || !("EventSource" in window)) return askLater();
    clearTimeout(poll);
    poll = null;
    source = new EventSource(address);
    isCut = false;
    askLater();
    source.addEventListener("open", () => {
      if (isBehind) for (const event of events().slice(0, MAX_STREAMED)) event.missed?.();
      isBehind = false;
    });
    const hears = () => {
      interruptions = 0;
      contact(true);
    };
    source.addEventListener("mark", ({ data }) => {
      hears();
      const [named, when, hall] = data.trim().split(" ");
      eventOf(named)?.heard(named, when === "later", Number(hall) || 0);
    });
    source.addEventListener("own", ({ data }) => {
      hears();
      eventOf(data)?.heardOwn?.(data.trim());
    });
    source.addEventListener("seat", ({ data }) => {
      hears();
      const seat = JSON.parse(data);
      eventOf(seat.mark)?.heardSeat?.(seat);
    });
    source.addEventListener("news", ({ data }) => {
      hears();
      const news = JSON.parse(data);
      eventOf(news.mark)?.heardNews?.(news);
    });
    source.addEventListener("ping", hears);
    source.addEventListener("error", () => {
      contact(false);
      isBehind = true;
      interruptions += 1;
      // The browser tries again by itself, at the same address, while the stream is only interrupted; a refusal closes
      // it. Where the page has other entries since, the stream is opened with them, as soon.
      const isInterrupted = source?.readyState !== EventSource.CLOSED && interruptions < MAX_INTERRUPTIONS;
      if (isInterrupted && source.url === addressOfStream()) return;
      isCut = source?.readyState === EventSource.CONNECTING;
      source?.close();
      source = null;
      askLater();
      const pause = isInterrupted ? INTERRUPTED_MS * (1 + 3 * Math.random()) : STREAM_AGAIN_MS * (1 + Math.random());
      setTimeout(() => document.hidden || listen(), pause);
    });
  };

  // A page that nobody looks at holds no connection; looked at again, or with a network again, it first asks what it
  // missed.
  const leave = () => {
    isBehind ||= source !== null;
    quiet();
  };

  const begin = () => {
    leave();
    if (!document.hidden) ask().then(listen);
  };
  document.addEventListener("visibilitychange", begin);
  addEventListener("online", begin);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => event.persisted && ask().then(listen));

  ask().then(listen);

  return () => {
    if (source === null || source.url === addressOfStream()) return;
    quiet();
    listen();
  };
};

// The number of a version in its mark.
export const version = (mark) => Number(String(mark).split(".")[1] ?? -1);

export const languageOf = () => (document.documentElement.lang.toLowerCase().startsWith("zh") ? "zh-hans" : "en");

// What everybody sees is fetched without cookies, so that it is answered from what the server keeps.
export const fetchOfEverybody = (address, newest) =>
  fetch(address, {
    credentials: "omit",
    cache: "no-cache",
    headers: { "Accept-Language": languageOf(), "X-Event-Mark": newest },
  });

// Phones of a full hall do not all ask in one instant. The first news after a while comes quickly, while results come
// in one after the other a page follows them less closely, and what is about the tables of others can wait (LATER_SPREAD),
// as can the rest of a seat that was pushed. What is private costs the server more than what it keeps; where no more is new
// than clock or announcements, which were pushed, it can wait longest (OWN_PUSHED_SPREAD).
export const FIRST_SPREAD = { perPlayer: 0.3, most: 1_200 };
export const SPREAD = { perPlayer: 2, most: 1_500 };
export const LATER_SPREAD = { perPlayer: 2, most: 10_000 };
export const QUIET_MS = 4_000;
export const OWN_SPREAD = { perPlayer: 4, most: 20_000 };
export const OWN_PUSHED_SPREAD = { perPlayer: 12, most: 60_000 };
export const OWN_NEWS_SPREAD = { perPlayer: 0, most: 100 };
export const OWN_ROW_SPREAD = { perPlayer: 0, most: 200 };
export const OWN_SELDOM_MS = 60_000;
export const LAGGING_TRIES = 8;

// A moment to wait, in a hall of that many players.
export const spread = ({ perPlayer, most }, hall) => Math.random() * Math.min(200 + hall * perPlayer, most);

// A longer one after each failure.
export const backOff = (tries, most = 5) => (1 + Math.random()) * 1000 * 2 ** Math.min(tries, most);

// Something to do once, at the earliest of the moments for which it is asked; `isPatient` asks for it only if it is not
// due anyway. `work` gets the number of tries.
export const planned = (work) => {
  let timer = null;
  let dueAt = Infinity;
  return (after, tries = 0, isPatient = false) => {
    const at = Date.now() + after;
    if (timer !== null && (isPatient || dueAt <= at)) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      timer = null;
      work(tries);
    }, after);
  };
};
