import { problem } from "../../../problems/billiards/pot.js";
import { surveyThreads } from "../../../src/app/run/threads/threads.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { solve } from "../../../src/motion/solve.js";
import type { BenchRow } from "../lu.js";
import { everyPot, type Point, type Pot, type Table } from "./brute-pot.js";

/** A launch of the search for all of them. */
interface Launched {
  readonly angle: number;
  readonly time: number;
}

/** Pots closer than this [rad] are one. */
const alike = 1e-7;

/** How many impacts led to a pot besides those of ball on ball. */
export const cushionsOf = (pot: Pot): number => pot.impacts.filter((one) => one !== "hit").length;

/** The table of the problem, by its parameters alone. */
function tableOf(set: Readonly<Record<string, number>>): Table {
  const { compiled, parameters } = setUp(problem, set);
  const p = (name: string): number => parameters[compiled.parameters.indexOf(name)];
  const [x, y] = [0.5 * p("length"), 0.5 * p("breadth")];
  const [corner, side, middle] = [x - p("mouth.corner"), y - p("mouth.corner"), 0.5 * p("mouth.side")];
  const cushion = (name: string, from: Point, to: Point) => ({ name, from, to });
  return {
    cue: [p("cue.x"), p("cue.y")],
    object: [p("object.x"), p("object.y")],
    pocket: [p("pocket.x"), p("pocket.y")],
    pockets: [-1, 0, 1].flatMap((i) => [-1, 1].map((j): Point => [i * x, j * y])),
    half: [x, y],
    radius: p("radius"),
    pocketRadius: p("pocket.radius"),
    cushions: [
      cushion("topLeft", [-corner, y], [-middle, y]),
      cushion("topRight", [middle, y], [corner, y]),
      cushion("right", [x, -side], [x, side]),
      cushion("bottomRight", [middle, -y], [corner, -y]),
      cushion("bottomLeft", [-corner, -y], [-middle, -y]),
      cushion("left", [-x, -side], [-x, side]),
    ],
    speed: p("speed"),
    restitution: { ball: p("restitution.ball"), cushion: p("restitution.cushion") },
    time: problem.parameters.time.max ?? Number.POSITIVE_INFINITY,
  };
}

/** Shots by the formula, and directions of the search, where that is not the full circle. */
interface Asked {
  readonly shots: number;
  readonly range?: Point;
  /** Motions of the search over that range. */
  readonly samples?: number;
  /** Parts of the search in threads, as the command line does. */
  readonly inThreads?: boolean;
}

/** Every pot of a table by the search, beside those that an event-driven formula finds in so many shots. */
export async function comparePots(
  set: Readonly<Record<string, number>>,
  { shots, range, samples = 12, inThreads = false }: Asked,
) {
  const brute = everyPot(tableOf(set), shots, range);
  const begun = { wall: performance.now(), user: process.cpuUsage().user };
  const scan = range && { scan: { name: "angle", from: range[0], to: range[1] }, samples };
  const search = { all: true, ...scan };
  const threads = { reference: "billiards/pot", cwd: process.cwd(), set, search };
  const survey = inThreads ? surveyThreads(threads, { onIteration() {} }) : undefined;
  const { solutions = [] } = await solve(problem, { set, search: { ...search, ...(survey && { survey }) } });
  const seconds = {
    wall: (performance.now() - begun.wall) / 1000,
    user: (process.cpuUsage().user - begun.user) / 1e6,
  };
  const found: Launched[] = solutions
    .filter(({ status }) => status === "solved")
    .map(({ values }) => ({ angle: values["shot.angle"] ?? Number.NaN, time: values["shot.time"] ?? Number.NaN }));
  const isFound = (pot: Pot): boolean =>
    found.some(({ angle, time }) => Math.abs(angle - pot.angle) < alike && Math.abs(time - pot.time) < 1e-5);
  return { brute, found, missed: brute.filter((pot) => !isFound(pot)), seconds };
}

/** Pots over the full circle, against brute force. */
export async function benchPot(shots: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, set] of [
    ["as declared", {}],
    ["side pocket", { "pocket.x": 0 }],
    ["other balls", { "cue.x": 0.3, "cue.y": 0.35, "object.x": -0.4, "object.y": -0.1, "pocket.x": -1.27 }],
  ] as const) {
    const { brute, found, missed, seconds } = await comparePots(set, { shots, inThreads: true });
    const short = brute.filter((pot) => cushionsOf(pot) <= 2);
    const lost = missed.filter((pot) => cushionsOf(pot) <= 2);
    for (const { angle, time, impacts } of missed)
      console.log(
        `missed by the search (${name}): ${angle.toFixed(9)} rad, ${time.toFixed(4)} s, ${impacts.join(", ")}`,
      );
    rows.push({
      name: `pots with up to two cushions found, of those of ${shots} shots (${name})`,
      must: "all, ≤ 30 s",
      value: `${short.length - lost.length} of ${short.length} (of all ${brute.length - missed.length} of ${brute.length}; ${found.length} found), ${seconds.wall.toFixed(1)} s, of the processor ${seconds.user.toFixed(1)} s`,
    });
  }
  return rows;
}
