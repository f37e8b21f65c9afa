import fc from "fast-check";
import type { Reply, Request } from "../../../src/app/playground/messages.js";
import { fetchGiven, placeOfSaved } from "../../../src/app/playground/sources.js";
import { asDeclared } from "../../../src/app/run/choice.js";
import { packagedProblem } from "../../../src/app/run/packaged.js";
import { perform } from "../../../src/app/run/perform.js";
import { linkOf, placeOf } from "../../../src/app/run/place.js";
import { savedResult } from "../../../src/app/run/saved/record.js";
import { anyWrong, type Mutation, mutate, mutations, oddNames, plainWrong, textOf } from "../mutate.js";
import { faultOf } from "../sentence.js";
import { asAny, type Verdict } from "../target.js";

/** A message is cancelled after so long [ms]. */
const patience = 150;

const found = await packagedProblem("rolling/disk");
if (found === undefined) throw new Error("there is no problem rolling/disk");
const made = JSON.parse(
  JSON.stringify(savedResult(await perform("solve", found, asDeclared), { name: "rolling/disk" })),
);
const dropped = { ...made, replay: { ...made.replay, version: "0.0.0" } };

/** The page's worker in this thread: it listens to what it takes for its page. */
type Listener = (event: { readonly data: unknown }) => void;
let hear: Listener = () => {};
let told: (reply: Reply) => void = () => {};
const kept = new Map<string, string>();
Object.assign(globalThis, {
  self: {
    postMessage: (reply: Reply) => told(structuredClone(reply)),
    addEventListener: (_: string, listener: Listener) => {
      hear = listener;
    },
    location: { href: "http://localhost/" },
  },
  sessionStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  },
});
await import("../../../src/app/playground/worker/worker.js");

const urdf = '<robot name="r"><link name="a"/></robot>';
const messages: readonly Request[] = [
  { kind: "open", id: 1, problem: "rolling/disk" },
  { kind: "open", id: 1, problem: "dropped:x", definition: dropped.replay.definition },
  {
    kind: "run",
    id: 1,
    problem: "rolling/disk",
    verb: "solve",
    set: { mass: 1 },
    guess: [1],
    all: false,
    starts: 1,
    drag: 1,
  },
  { kind: "run", id: 1, problem: "rolling/ball-place", verb: "simulate", set: { "grid.steps": 3 } },
  { kind: "run", id: 1, problem: "feeder/reorient-design", verb: "design", set: { "grid.steps": 3 }, starts: 2 },
  { kind: "export", id: 1, what: "json", run: 1 },
  { kind: "robot", id: 1, urdf },
];

const word = fc.oneof(
  fc.constantFrom(
    ...oddNames,
    "rolling/disk",
    "solve",
    "1",
    "1e9",
    "-1",
    "NaN",
    "1,2",
    "%",
    "%ff",
    "dropped:x",
    "file:x",
  ),
  fc.string(),
);
const names = fc.oneof(
  fc.constantFrom(
    "problem",
    "verb",
    "launch",
    "starts",
    "time",
    "set.mass",
    "set.__proto__",
    "set.",
    "set.constructor",
  ),
  word,
);

type Case =
  | { readonly kind: "link"; readonly link: string }
  | { readonly kind: "file"; readonly changes: readonly Mutation[] }
  | { readonly kind: "message"; readonly message: number; readonly changes: readonly Mutation[] };

const cases: fc.Arbitrary<Case> = fc.oneof(
  fc.record({
    kind: fc.constant("link" as const),
    link: fc
      .array(fc.tuple(names, word, fc.constantFrom("&", "&", "#", ";", "")), { maxLength: 6 })
      .map((all) => `#${all.map(([name, value, end]) => `${name}=${value}${end}`).join("")}`),
  }),
  fc.record({ kind: fc.constant("file" as const), changes: mutations(plainWrong) }),
  fc.record({
    kind: fc.constant("message" as const),
    message: fc.nat(messages.length - 1),
    changes: mutations(anyWrong),
  }),
);

/** Links, dropped files and messages to the page's worker. */
export const links = asAny({ about: "links, dropped files, messages", limit: 8, cases, judge });

async function judge(one: Case): Promise<Verdict> {
  if (one.kind === "link") return link(one.link);
  if (one.kind === "message") {
    const message = mutate(messages[one.message], one.changes, { values: anyWrong, circles: true });
    return post(message);
  }
  try {
    const text = textOf(mutate(dropped, one.changes, { values: plainWrong, circles: false }));
    const place = placeOfSaved("a.json", text);
    const given = await fetchGiven(place.problem);
    const { outcome, fault } = await post({ kind: "open", id: 1, problem: place.problem, ...given });
    const again = link(linkOf(place)).fault;
    return { outcome: `file ${outcome}`, ...((fault ?? again) && { fault: fault ?? again ?? "" }) };
  } catch (error) {
    const fault = faultOf((error as Error).message.replaceAll(/"[^"]*"/g, '""'));
    return { outcome: "file refused", ...(fault !== undefined && { fault }) };
  }
}

/** A link is never refused: what makes no sense is left out, and the link of what is left says the same. */
function link(text: string): Verdict {
  const place = placeOf(text);
  const again = placeOf(linkOf(place));
  const isSame = place.problem === "" || JSON.stringify(again) === JSON.stringify(place);
  return { outcome: "link", ...(!isSame && { fault: `another place: ${JSON.stringify([place, again])}` }) };
}

async function post(message: unknown): Promise<Verdict> {
  const isMessage = typeof message === "object" && message !== null;
  let data: unknown;
  try {
    // what cannot be cloned is never sent
    data = structuredClone(message);
  } catch {
    return { outcome: "not sent" };
  }
  const { kind, id } = (isMessage ? message : {}) as { kind?: unknown; id?: unknown };
  if (typeof id !== "number") {
    hear({ data });
    await new Promise((resolve) => setTimeout(resolve));
    return { outcome: "not heard" };
  }
  const reply = await new Promise<Reply | undefined>((resolve) => {
    const stop = setTimeout(() => hear({ data: { kind: "cancel", id } }), patience);
    const never = setTimeout(() => resolve(undefined), 7000);
    told = (reply) => {
      if (reply.kind === "progress") return;
      clearTimeout(stop);
      clearTimeout(never);
      resolve(reply);
    };
    hear({ data });
    if (kind === "cancel") resolve({ kind: "refused", id: 0, refusal: { field: "", message: "Nothing." } });
  });
  if (reply === undefined) return { outcome: "no reply", fault: "a message has no reply" };
  if (reply.kind !== "refused") return { outcome: reply.kind };
  const fault = faultOf(reply.refusal.message.replaceAll(/"[^"]*"/g, '""'));
  return { outcome: "refused", ...(fault !== undefined && { fault }) };
}
