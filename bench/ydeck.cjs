// Deck validation by ydeck on the decks given: node ydeck.cjs MODULE < {"cards", "decks", "repeats"}.
// Prints the shortest seconds of a pass over all decks, and how many errors it finds. Decks are parsed beforehand.
const { Deck, createAllowVector } = require(process.argv[2]);

const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
const index = new Map(asked.cards.map((id) => [id, { name: `Card ${id}`, alias: 0, type: 1, setcode: [] }]));
const allowed = createAllowVector(index, () => 3);
const sizes = { main: { min: 40, max: 60 }, extra: { min: 0, max: 1000 }, side: { min: 0, max: 0 } };
const ydk = ({ main, extra }) => ["#main", ...main, "#extra", ...extra, "!side", ""].join("\n");
const decks = asked.decks.map((deck) => new Deck(index, { ydk: ydk(deck) }));

let errors = 0;
const times = [];
for (let run = 0; run < asked.repeats; run++) {
  errors = 0;
  const start = process.hrtime.bigint();
  for (const deck of decks) errors += deck.validate(allowed, sizes).length;
  times.push(Number(process.hrtime.bigint() - start) / 1e9);
}
process.stdout.write(JSON.stringify({ seconds: Math.min(...times), errors }));
