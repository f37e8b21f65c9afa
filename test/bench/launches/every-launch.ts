import { randomNumbers } from "../../../src/algebra/random.js";
import type { RigidContact } from "../../../src/geometry.js";
import { atRest, cos, last, mul, type Problem, parameter as p, rigid, sin, solve, sub } from "../../../src/index.js";
import type { BenchRow } from "../lu.js";
import { type Box, everyRoot, type Map2, type Root, type Sight } from "./brute-force.js";
import { type Post, type Room, thrown, type Wall } from "./discs.js";
import { shotsIn } from "./shots.js";

/** A throw that is asked for: a room, what is free, and where the disc must be. */
export interface Throw {
  readonly room: Room;
  readonly frees: "velocity" | "angle" | "angle and time";
  readonly box: Box;
  readonly speed: number;
  readonly time: number;
  readonly target: readonly [number, number];
}

/** Launches are one within this [own units], and meet the conditions to this. */
const [alike, met] = [1e-6, 1e-6];

/**
 * Random throws of a disc among walls and posts with restitution, friction and spin, with or without gravity; one or two values
 * are free. Every launch between whose neighbours a scan by formulas sees the target must be in the list of all launches, and every one
 * of the list must be one.
 */
export async function benchEveryLaunch(count: number, seed: number, shots: number): Promise<BenchRow[]> {
  const totals = { launches: 0, missed: 0, sequences: 0, unseen: 0, wrong: 0, asked: 0, seconds: 0, slowest: 0 };
  const begin = process.cpuUsage();
  for (let k = 0; k < count; k++) {
    const asked = randomThrow(seed + k);
    const { brute, found, missed, wrong, seconds } = await compareLaunches(asked, shots);
    const keys = (roots: readonly Root[]): Set<string> => new Set(roots.map(({ sequence }) => sequence));
    const known = keys(found);
    const unseen = [...keys(brute)].filter((sequence) => !known.has(sequence));
    totals.launches += brute.length;
    totals.missed += missed.length;
    totals.sequences += keys(brute).size;
    totals.unseen += unseen.length;
    totals.wrong += wrong.length;
    totals.asked += found.length;
    totals.seconds += seconds;
    totals.slowest = Math.max(totals.slowest, seconds);
    for (const { values, sequence } of missed)
      console.log(`throw ${seed + k} (${asked.frees}): ${values.join(", ")} after "${sequence}" is not found`);
    for (const { values, sequence } of wrong)
      console.log(`throw ${seed + k} (${asked.frees}): ${values.join(", ")} after "${sequence}" is no launch`);
    if ((k + 1) % 10 === 0) console.log(`${k + 1} throws: ${JSON.stringify(totals)}`);
  }
  const { user, system } = process.cpuUsage(begin);
  const told = `${count} throws of seed ${seed}, ${shots} shots each, ${Math.round((user + system) / 1e6)} s of processor`;
  return [
    {
      name: `contact sequences with a launch, by brute force: found (${told})`,
      must: "all",
      value: `${totals.sequences - totals.unseen} of ${totals.sequences}`,
    },
    {
      name: "launches by brute force: found",
      must: "all",
      value: `${totals.launches - totals.missed} of ${totals.launches}`,
    },
    {
      name: "processor time of the search for all launches, mean and most",
      must: "",
      value: `${(totals.seconds / count).toFixed(1)} s, ${totals.slowest.toFixed(1)} s`,
    },
    { name: "launches told that are none", must: "0", value: `${totals.wrong} of ${totals.asked}` },
  ];
}

/** All launches by the search, and by a scan of so many shots; those of the scan that are not found, and those that are none. */
export async function compareLaunches(
  asked: Throw,
  shots: number,
  search: { readonly samples?: number } = {},
): Promise<{ brute: Root[]; found: Root[]; missed: Root[]; wrong: Root[]; seconds: number }> {
  const map = mapOf(asked);
  const brute = everyRoot(map, sightOf(asked), asked.box, shots);
  const began = process.cpuUsage();
  const { solutions = [] } = await solve(problemOf(asked), { search: { all: true, ...search } });
  const { user, system } = process.cpuUsage(began);
  const names = namesOf(asked);
  const found = solutions.map(({ values }): Root => {
    const own = names.map((name) => values[name] ?? Number.NaN);
    return { values: own, sequence: map(own)?.sequence ?? "many" };
  });
  const isFound = ({ values }: Root): boolean =>
    found.some((one) => values.every((x, j) => Math.abs(x - one.values[j]) <= alike * Math.max(1, Math.abs(x))));
  const isLaunch = ({ values }: Root): boolean => {
    const end = map(values);
    return end === undefined || end.misses.every((miss) => Math.abs(miss) <= met);
  };
  return {
    brute,
    found,
    missed: brute.filter((one) => !isFound(one)),
    wrong: found.filter((one) => !isLaunch(one)),
    seconds: (user + system) / 1e6,
  };
}

const namesOf = ({ frees }: Throw): string[] =>
  frees === "velocity" ? ["vx", "vy"] : frees === "angle" ? ["angle"] : ["angle", "time"];

export function mapOf({ room, frees, speed, time, target }: Throw): Map2 {
  return (u) => {
    const angle = frees === "velocity" ? 0 : u[0];
    const v =
      frees === "velocity" ? ([u[0], u[1]] as const) : ([speed * Math.cos(angle), speed * Math.sin(angle)] as const);
    const end = thrown(room, v, frees === "angle and time" ? u[1] : time);
    if (end === undefined) return undefined;
    const misses = frees === "angle" ? [end.x - target[0]] : [end.x - target[0], end.y - target[1]];
    return { misses, sequence: end.sequence };
  };
}

/** The same map, for a million shots. */
export function sightOf({ room, frees, speed, time, target }: Throw): Sight {
  const { shoot, end } = shotsIn(room);
  const misses = new Float64Array(2);
  const look = (u: number, v: number): number => {
    const isVelocity = frees === "velocity";
    const vx = isVelocity ? u : speed * Math.cos(u);
    const vy = isVelocity ? v : speed * Math.sin(u);
    const sequence = shoot(vx, vy, frees === "angle and time" ? v : time);
    misses[0] = end[0] - target[0];
    misses[1] = end[1] - target[1];
    return sequence;
  };
  return { misses, look };
}

/** Two to four walls about a place with up to three posts, of which none is where the disc begins, and a throw whose end is the target. */
export function randomThrow(seed: number): Throw {
  const random = randomNumbers(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const surface = (): { restitution: number; friction: number } => ({
    restitution: between(0.4, 0.95),
    friction: random() < 0.3 ? 0 : between(0.05, 0.6),
  });
  const radius = between(0.02, 0.08);
  const gravity = random() < 0.6 ? 9.81 : 0;
  const sides = [
    { name: "floor", normal: [0, 1], offset: 0 },
    { name: "left", normal: [1, 0], offset: -between(0.2, 1.5) },
    { name: "right", normal: [-1, 0], offset: -between(0.2, 1.5) },
    { name: "top", normal: [0, -1], offset: -between(0.8, 1.5) },
  ] as const;
  const walls: Wall[] = sides
    .slice(0, 1 + Math.floor(4 * random()))
    .map(({ name, normal, offset }) => ({ name, normal, offset, ...surface() }));
  const at = [between(-0.1, 0.1), between(0.2, 0.7)] as const;
  const posts: Post[] = [];
  const many = Math.floor(4 * random());
  while (posts.length < many) {
    const post = { at: [between(-1.2, 1.2), between(0.1, 1)] as const, radius: between(0.02, 0.15) };
    if (Math.hypot(post.at[0] - at[0], post.at[1] - at[1]) < post.radius + 1.5 * radius) continue;
    posts.push({ name: `post${posts.length + 1}`, ...post, ...surface() });
  }
  const room = { radius, mass: between(0.05, 1), gravity, at, spin: between(-20, 20), walls, posts };
  for (;;) {
    const frees = (["velocity", "angle", "angle and time"] as const)[Math.floor(3 * random())];
    const time = between(0.4, 1.2);
    const speed = between(0.5, 4);
    const box: Box =
      frees === "velocity"
        ? [between(-2, 0), between(-2, 0)].map((low) => [low, low + between(1, 3)] as const)
        : frees === "angle"
          ? [[-3, 3]]
          : [
              [-3, 3],
              [0, time],
            ];
    const truth = box.map(([low, high]) => between(low, high));
    const v =
      frees === "velocity"
        ? ([truth[0], truth[1]] as const)
        : ([speed * Math.cos(truth[0]), speed * Math.sin(truth[0])] as const);
    const end = thrown(room, v, frees === "angle and time" ? truth[1] : time);
    // one that met nobody asks for little
    if (end === undefined || (end.sequence === "" && random() < 0.8)) continue;
    return { room, frees, box, speed, time, target: [end.x, end.y] };
  }
}

/** The same as a problem to be solved. */
export function problemOf({ room, frees, box, speed, time, target }: Throw): Problem {
  const shape = { kind: "ball", radius: room.radius } as const;
  const contacts: RigidContact[] = [
    ...room.walls.map(
      ({ name, normal: [x, y], offset, restitution, friction }): RigidContact => ({
        name,
        body: "disc",
        shape,
        against: { kind: "half-space", normal: [x, y, 0], tangent: [-y, x, 0], offset },
        restitution,
        friction,
      }),
    ),
    ...room.posts.map(
      ({ name, at, radius, restitution, friction }): RigidContact => ({
        name,
        body: "disc",
        shape,
        against: { kind: "ball", radius, centre: [at[0], at[1], 0] },
        restitution,
        friction,
      }),
    ),
  ];
  const model = rigid({
    gravity: [0, -room.gravity, 0],
    bodies: [{ name: "disc", space: "planar", mass: room.mass, inertia: (room.mass * room.radius ** 2) / 2 }],
    contacts,
  });
  const names = frees === "velocity" ? ["vx", "vy"] : frees === "angle" ? ["angle"] : ["angle", "time"];
  const parameters = Object.fromEntries(
    names.map((name, j) => {
      const [min, max] = box[j];
      const unit = name === "angle" ? "rad" : name === "time" ? "s" : "m/s";
      return [name, { value: 0.5 * (min + max), unit, meaning: name, min, max }];
    }),
  );
  const v = frees === "velocity" ? [p("vx"), p("vy")] : [mul(speed, cos(p("angle"))), mul(speed, sin(p("angle")))];
  const end = ["x", "y"] as const;
  return {
    name: "disc",
    title: "A disc thrown among walls and posts",
    model,
    parameters,
    start: {
      ...atRest(model),
      "disc.x": room.at[0],
      "disc.y": room.at[1],
      "disc.omega": room.spin,
      "disc.vx": v[0],
      "disc.vy": v[1],
    },
    grid: frees === "angle and time" ? { method: "exact" } : { end: time },
    boundary: names.map((name, j) => ({
      name: `end.${end[j]}`,
      unit: "m",
      residual: sub(last(`disc.${end[j]}`), target[j]),
      frees: name,
    })),
    values: Object.fromEntries(
      names.map((name) => [name, { unit: parameters[name].unit, meaning: name, of: p(name) }]),
    ),
  };
}
