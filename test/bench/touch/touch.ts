import RAPIER from "@dimforge/rapier3d-compat";
import { randomNumbers } from "../../../src/algebra/random.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import type { BenchRow } from "../lu.js";
import { mujoco } from "../robots/against-mujoco.js";

type Triple = readonly [number, number, number];

/** Balls of one kind among planes, the same for every engine. */
interface Balls {
  readonly at: readonly Triple[];
  /** Of the first ball; all others rest. */
  readonly velocity: Triple;
  /** Normals and offsets. */
  readonly planes: readonly (readonly [Triple, number])[];
}

const radius = 0.02;
const mass = 0.1;
const floor = [[0, 0, 1], 0] as const;

/** A cue ball at 3 m/s and fifteen racked ones. */
function rack(): Balls {
  const at: Triple[] = [[0, 0.003, radius]];
  for (let row = 0; row < 5; row++)
    for (let k = 0; k <= row; k++) at.push([0.3 + row * radius * 1.7322, (k - row / 2) * 2.0002 * radius, radius]);
  return { at, velocity: [3, 0, 0], planes: [floor] };
}

/** Balls on a loose lattice over the floor of a box, which fall. */
function pile(count: number): Balls {
  const random = randomNumbers(1);
  const side = Math.ceil(Math.cbrt(count));
  const half = -side * radius * 1.15;
  const shift = (): number => 0.1 * radius * (random() - 0.5);
  const at = Array.from({ length: count }, (_, i): Triple => {
    const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
    const place = (k: number): number => (k - (side - 1) / 2) * 2.2 * radius + shift();
    return [place(x), place(y), radius * (1.2 + 2.2 * z)];
  });
  const walls = [
    [[1, 0, 0], half],
    [[-1, 0, 0], half],
    [[0, 1, 0], half],
    [[0, -1, 0], half],
  ] as const;
  return { at, velocity: [0, 0, 0], planes: [floor, ...walls] };
}

/** Balls side by side on a floor. */
function apart(count: number): Balls {
  const side = Math.ceil(Math.sqrt(count));
  const at = Array.from(
    { length: count },
    (_, i): Triple => [(i % side) * 2.5 * radius, Math.floor(i / side) * 2.5 * radius, radius],
  );
  return { at, velocity: [0, 0, 0], planes: [floor] };
}

/** Processor time of this process [µs]: other processes on the machine do not count. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** A scene that takes steps, so many at a time, and gives its memory back for 0 of them where nobody else does. */
type Stepper = (steps: number) => void;

async function own({ at, velocity, planes }: Balls, h: number, room: number): Promise<Stepper> {
  const names = at.map((_, i) => `ball${i}`);
  const model = compliant({
    gravity: [0, 0, -9.81],
    bodies: names.map((name) => ({ name, space: "spatial", shape: { kind: "ball", radius }, mass })),
    world: planes.map(([normal, offset], i) => ({
      name: `plane${i}`,
      shape: { kind: "half-space", normal, tangent: normal[2] === 1 ? [1, 0, 0] : [0, 0, 1], offset },
    })),
    contacts: "all",
    materials: [{ friction: 0.3, stiffness: 1e4, damping: 10, coneSmoothing: 1e-4 }],
  });
  const start = { ...atRest(model) };
  names.forEach((name, i) => {
    for (const [k, axis] of ["x", "y", "z"].entries()) {
      start[`${name}.${axis}`] = at[i][k];
      if (i === 0) start[`${name}.v${axis}`] = velocity[k];
    }
  });
  const problem = { name: "bench", title: "", model, parameters: {}, start, grid: { steps: room, h }, values: {} };
  const setup = setUp(problem);
  const { marcher, ready } = borrow(setup);
  await ready();
  marcher.begin(setup.parameters, setup.steps, emptyPath(setup.compiled.kernels, room), false);
  let done = 0;
  return (steps) => {
    done += steps;
    const { status, failure } = marcher.advance(done);
    if (status !== "solved") throw new Error(`${at.length} balls: ${failure?.message}`);
  };
}

function ofMujoco({ at, velocity, planes }: Balls, h: number, solver: "CG" | "Newton"): Stepper {
  const geoms = planes.map(([n, offset]) => {
    const place = n.map((x) => x * offset).join(" ");
    return `<geom type="plane" size="0 0 1" pos="${place}" zaxis="${n.join(" ")}" friction="0.3"/>`;
  });
  const bodies = at.map(
    (x) =>
      `<body pos="${x.join(" ")}"><freejoint/><geom type="sphere" size="${radius}" mass="${mass}" friction="0.3"/></body>`,
  );
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><option timestep="${h}" solver="${solver}" gravity="0 0 -9.81"/><size memory="${at.length > 100 ? 500 : 60}M"/><worldbody>${geoms.join("")}${bodies.join("")}</worldbody></mujoco>`,
  );
  const data = new mujoco.MjData(model);
  velocity.forEach((v, k) => {
    data.qvel[k] = v;
  });
  return (steps) => {
    for (let k = 0; k < steps; k++) mujoco.mj_step(model, data);
    if (steps > 0) return;
    data.delete();
    model.delete();
  };
}

function ofRapier({ at, velocity, planes }: Balls, h: number): Stepper {
  const world = new RAPIER.World({ x: 0, y: 0, z: -9.81 });
  world.timestep = h;
  for (const [[x, y, z], offset] of planes) {
    // Rapier's half-space goes through the origin of its body
    const at = RAPIER.RigidBodyDesc.fixed().setTranslation(x * offset, y * offset, z * offset);
    world.createCollider(
      new RAPIER.ColliderDesc(new RAPIER.HalfSpace({ x, y, z })).setFriction(0.3),
      world.createRigidBody(at),
    );
  }
  at.forEach(([x, y, z], i) => {
    const body = RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setCanSleep(false);
    if (i === 0) body.setLinvel(...velocity);
    world.createCollider(RAPIER.ColliderDesc.ball(radius).setMass(mass).setFriction(0.3), world.createRigidBody(body));
  });
  return (steps) => {
    for (let k = 0; k < steps; k++) world.step();
  };
}

/** Mean processor time of a step over a stretch of steps, the first so many left out [µs]. */
function mean(step: Stepper, skipped: number, steps: number): number {
  if (skipped > 0) step(skipped);
  const begin = processor();
  step(steps);
  const each = (processor() - begin) / steps;
  step(0);
  return each;
}

const time = (us: number): string =>
  us === Infinity ? "not run" : us < 1000 ? `${us.toFixed(0)} µs` : `${(us / 1000).toFixed(1)} ms`;

/** One row: the own mean, its ratio to MuJoCo's faster solver, and all others beside it. */
function beside(
  name: string,
  must: string,
  ours: number,
  others: { cg: number; newton: number; rapier: number },
): BenchRow {
  const best = Math.min(others.cg, others.newton);
  return {
    name,
    must,
    value: `${time(ours)}, ${(ours / best).toFixed(2)} × MuJoCo (CG ${time(others.cg)}, Newton ${time(others.newton)}; Rapier ${time(others.rapier)})`,
  };
}

/** Runs of a scene of at most a hundred balls, and of a larger one, of which the least counts. */
const runs = { few: 3, many: 2 };
/** Of single steps, into which a busy machine comes more often, and an engine that compiles what runs often. */
const stepRuns = 8;

/** Mean time of a step [µs], the least of some runs: others on the machine only add to it. */
async function least(make: () => Stepper | Promise<Stepper>, few: boolean, ...steps: readonly [number, number]) {
  const times: number[] = [];
  for (let k = 0; k < (few ? runs.few : runs.many); k++) times.push(mean(await make(), ...steps));
  return Math.min(...times);
}

async function compared(balls: Balls, h: number, [skipped, steps]: readonly [number, number], newton = true) {
  const few = balls.at.length <= 100;
  const timed = (make: () => Stepper | Promise<Stepper>): Promise<number> => least(make, few, skipped, steps);
  // engines compile what they run often: the packages are compiled already
  await timed(() => own(balls, h, skipped + steps));
  return {
    ours: await timed(() => own(balls, h, skipped + steps)),
    others: {
      cg: await timed(() => ofMujoco(balls, h, "CG")),
      // takes a second a step where islands are large
      newton: newton ? await timed(() => ofMujoco(balls, h, "Newton")) : Infinity,
      rapier: await timed(() => ofRapier(balls, h)),
    },
  };
}

/** log(time ratio)/log(size ratio). */
const exponent = (a: number, b: number, ratio: number): string => (Math.log(b / a) / Math.log(ratio)).toFixed(2);

/** The longest step [µs]: each step counts with the least of some runs, to which others on the machine only add. */
async function worst(make: () => Stepper | Promise<Stepper>, steps: number): Promise<number> {
  const least = new Float64Array(steps).fill(Number.POSITIVE_INFINITY);
  for (let run = 0; run < stepRuns; run++) {
    const step = await make();
    for (let k = 0; k < steps; k++) {
      const begin = performance.now();
      step(1);
      least[k] = Math.min(least[k], 1000 * (performance.now() - begin));
    }
    step(0);
  }
  return Math.max(...least);
}

const lengths = [0.001, 0.01] as const;

async function first(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [count, most] of [
    [16, 0.3],
    [1000, 1.5],
  ] as const) {
    const begin = processor();
    (await own(pile(count), 0.001, 1))(1);
    rows.push({
      name: `scene of ${count} balls built, compiled and its first step taken`,
      must: `≤ ${most} s`,
      value: `${((processor() - begin) / 1e6).toFixed(2)} s`,
    });
  }
  return rows;
}

async function breaking(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const h of lengths) {
    const { ours, others } = await compared(rack(), h, [0, 1 / h]);
    rows.push(beside(`break of 16 racked balls, 1 s, a step of ${1e3 * h} ms`, "≤ 3 × MuJoCo", ours, others));
    const steps = Math.round(1 / h);
    const [longest, cg, newton, rapier] = [
      await worst(() => own(rack(), h, steps), steps),
      await worst(() => ofMujoco(rack(), h, "CG"), steps),
      await worst(() => ofMujoco(rack(), h, "Newton"), steps),
      await worst(() => ofRapier(rack(), h), steps),
    ];
    rows.push(beside(`its worst step of ${1e3 * h} ms`, "≤ 3 × MuJoCo", longest, { cg, newton, rapier }));
  }
  return rows;
}

async function falling(only?: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const h of lengths) {
    const means: number[] = [];
    for (const count of only === undefined ? [100, 1000] : [only]) {
      const steps = count === 100 ? 100 : 20;
      const { ours, others } = await compared(pile(count), h, [0, steps], count === 100);
      means.push(ours);
      rows.push(beside(`${count} balls falling, ${steps} steps of ${1e3 * h} ms`, "≤ 2 × MuJoCo", ours, others));
    }
    if (means.length < 2) continue;
    const value = exponent(means[0], means[1], 10);
    rows.push({ name: `growth from 100 to 1000, ${1e3 * h} ms`, must: "≤ 1.5", value });
  }
  return rows;
}

async function rest(): Promise<BenchRow[]> {
  const { ours, others } = await compared(pile(100), 0.01, [120, 40]);
  return [beside("100 balls near rest, steps of 10 ms", "≤ 2 × MuJoCo", ours, others)];
}

async function beside16To4096(): Promise<BenchRow[]> {
  const sides: number[] = [];
  for (const count of [16, 64, 256, 1024, 4096]) sides.push(mean(await own(apart(count), 0.01, 60), 20, 40));
  return [
    {
      name: "16, 64, …, 4096 balls side by side, a step of 10 ms",
      must: "exponent ≤ 1.1",
      value: `${sides.map(time).join(", ")}: ${exponent(sides[0], sides[4], 256)}`,
    },
  ];
}

/** Rows by the word that asks for them alone. */
const parts: Readonly<Record<string, (count?: number) => Promise<BenchRow[]>>> = {
  first,
  break: breaking,
  falling,
  rest,
  apart: beside16To4096,
};

/**
 * Many balls beside MuJoCo's and Rapier's packages, the same scenes in the same run, by processor time:
 * `npm run bench -- touch`, or one part of it, `-- touch falling 100` (`first`, `break`, `falling`, `rest`,
 * `apart`).
 */
export async function benchTouch(part?: string, count?: number): Promise<BenchRow[]> {
  await RAPIER.init();
  const rows: BenchRow[] = [];
  for (const [name, measure] of Object.entries(parts))
    if (part === undefined || part === name) rows.push(...(await measure(count)));
  return rows;
}
