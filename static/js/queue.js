// The reports that this phone keeps until the server has heard them, and sending them: one queue for all its pages and
// for the service worker. It lies in IndexedDB, which works without a network and on a site without https.
//
// Pages take this file as a module, the worker as a script. A script exports nothing, so this sets `reportQueue`.
//
// A report has an `id`, its `entry`, the `players` of this phone it belongs to, the `action` and `fields` of its form, what
// it is `about`, what it `says`, when it was pressed (`at`), and a `state`: "sending" while a page waits for its first
// answer, "waiting", "sent" or "refused", these two with the server's `words`. Until `held`, one sender has it in hand.
globalThis.reportQueue = (() => {
  "use strict";

  const NAME = "dueldesk";
  const STORE = "reports";
  const MAX_AGE_MS = 2 * 24 * 3600_000; // Longer than any event lasts.
  const PATIENCE_MS = 12_000; // For an answer, before the report is tried again.
  const UNREACHED = [0, 408, 425, 429, 500, 502, 503, 504, 507];

  // --- The store ---

  let opened = null;

  const open = () =>
    (opened ??= new Promise((done, fail) => {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
      asked.onsuccess = () => {
        const letGo = () => (opened = null);
        asked.result.onclose = letGo;
        asked.result.onversionchange = () => (asked.result.close(), letGo());
        done(asked.result);
      };
      asked.onerror = () => fail(asked.error);
      setTimeout(() => fail(new Error("IndexedDB does not answer.")), 3_000);
    }).catch((error) => {
      opened = null;
      throw error;
    }));

  // What `work` makes of the reports, the oldest first, and of their store: in one transaction, so that of two pages, or a
  // page and the worker, each sees what the other has done.
  const within = async (mode, work) => {
    const transaction = (await open()).transaction(STORE, mode);
    const store = transaction.objectStore(STORE);
    return new Promise((done, fail) => {
      let made;
      const asked = store.getAll();
      asked.onsuccess = () =>
        (made = work(
          asked.result.sort((one, other) => one.at - other.at),
          store,
        ));
      transaction.oncomplete = () => done(made);
      transaction.onabort = () => fail(transaction.error);
    });
  };

  const all = () => within("readonly", (rows) => rows).catch(() => []);

  // Whether it could be done.
  const write = (work) =>
    within("readwrite", work).then(
      () => true,
      () => false,
    );

  // A report takes the place of one about the same game, or about the whole match, that was not sent either.
  const keep = (report) =>
    write((rows, store) => {
      const same = (one) => one.about === report.about && one.entry === report.entry;
      for (const one of rows.filter(same)) store.delete(one.id);
      store.put(report);
    });

  // Reports from elsewhere; one that is kept already stays as it is.
  const adopt = (reports) =>
    write((rows, store) => {
      for (const one of reports) if (!rows.some((other) => other.id === one.id)) store.put(one);
    });

  const change = (id, changed) =>
    write((rows, store) => {
      const one = rows.find((other) => other.id === id);
      if (one) store.put({ ...one, ...changed });
    });

  // The reports that were sent since somebody last asked: each is given once, to one page.
  const takeSent = () =>
    within("readwrite", (rows, store) => {
      const sent = rows.filter((one) => one.state === "sent");
      for (const one of sent) store.delete(one.id);
      return sent;
    }).catch(() => []);

  const drop = (id) => write((_rows, store) => store.delete(id));

  // Whether something goes when these players do: it belongs to nobody else. Everything does where none are named.
  const goesWith = (one, players) =>
    players === undefined || one.players.every((player) => players.includes(String(player)));

  // Everything of these players; of every player where none are named.
  const forget = (players) =>
    write((rows, store) => {
      for (const one of rows) {
        if (goesWith(one, players)) store.delete(one.id);
        else store.put({ ...one, players: one.players.filter((player) => !players.includes(String(player))) });
      }
    });

  // --- Sending ---

  const isUnsent = (one) => one.state === "sending" || one.state === "waiting";

  // The next report that nobody has in hand, which then this sender has. One that found no answer for so long is given up,
  // and said to be.
  const take = (tried) =>
    within("readwrite", (rows, store) => {
      const now = Date.now();
      const free = (one) => isUnsent(one) && !(one.held > now) && !tried.has(one.id);
      const isOld = (one) => isUnsent(one) && now - one.at >= MAX_AGE_MS;
      for (const one of rows.filter(isOld)) store.put({ ...one, state: "refused", words: "", isLate: true, held: 0 });
      const found = rows.find((one) => free(one) && !isOld(one));
      if (found) store.put({ ...found, state: "waiting", held: now + PATIENCE_MS });
      return found;
    }).catch(() => undefined);

  const ask = (one, signal, options = {}) =>
    fetch(one.action, {
      credentials: "same-origin",
      cache: "no-store",
      signal,
      ...options,
      headers: { "X-Report": "1", ...options.headers },
    });

  // A page reads the token of its forms out of a cookie. The worker sees no cookies, and asks for one.
  const answerTo = async (one, signal) => {
    let token = globalThis.document?.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
    if (!token) {
      const asked = await ask(one, signal);
      if (!asked.ok) return asked;
      ({ token } = await asked.json());
    }
    const headers = { "X-CSRFToken": token };
    return ask(one, signal, { method: "POST", body: new URLSearchParams(one.fields), headers });
  };

  // What the server made of a report; nothing where what answered was not the site, or not in a position to say: a gateway,
  // the sign-in of a network. 404: the players of this phone have nothing to do with the entry.
  const verdictOf = async (answer) => {
    if (UNREACHED.includes(answer.status)) return null;
    const said = await answer.json().catch(() => null);
    if (said?.words) return { state: answer.ok ? "sent" : "refused", words: said.words };
    return answer.status === 404 ? { state: "refused", words: "" } : null;
  };

  // True once the server has heard the report, be it to refuse it; null where it answered that it cannot at the moment,
  // perhaps this one report alone; false without an answer.
  const send = async (one) => {
    const patience = new AbortController();
    const timeout = setTimeout(() => patience.abort(), PATIENCE_MS);
    let verdict = null;
    let answered = null;
    try {
      verdict = await verdictOf(await answerTo(one, patience.signal));
      answered = verdict ? true : null;
    } catch {
      answered = false;
    } finally {
      clearTimeout(timeout);
    }
    await change(one.id, { state: "waiting", held: 0, ...verdict });
    return answered;
  };

  // Sends what nobody else is sending, until one finds no answer; `tell` gets what became of each. The key in the fields
  // makes it one report even if two senders did send it. True where all of it was heard.
  const sendAll = async (tell = () => {}) => {
    const tried = new Set();
    let isHeard = true;
    for (let one = await take(tried); one; one = await take(tried)) {
      tried.add(one.id);
      const answered = await send(one);
      isHeard &&= answered === true;
      await tell(answered);
      if (answered === false) break;
    }
    return isHeard;
  };

  return { PATIENCE_MS, UNREACHED, adopt, all, change, drop, forget, goesWith, isUnsent, keep, sendAll, takeSent };
})();
