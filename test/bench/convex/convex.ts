import { randomNumbers } from "../../../src/algebra/random.js";
import { fromRotationVector, type Quaternion } from "../../../src/algebra/rotation.js";
import { convexHull } from "../../../src/geometry/hull/hull.js";
import { box, type Shape } from "../../../src/geometry/shape.js";
import type { CompliantContact } from "../../../src/mechanics/compliance.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { rigid } from "../../../src/models/rigid.js";
import { simulate } from "../../../src/motion/solve.js";
import { nearestSolver } from "../../mechanics/nearest-solver.js";
import type { BenchRow } from "../lu.js";
import { milliseconds } from "../median.js";

type Random = () => number;

const within = (random: Random, size: number): number => size * (2 * random() - 1);

const turned = (random: Random): Quaternion => {
  const axis = (): number => within(random, 3);
  return fromRotationVector([axis(), axis(), axis()]);
};

/** Fourteen random points have a hull of about ten vertices and sixteen faces. */
function randomHull(random: Random): Shape {
  const points = Array.from({ length: 14 }, (): [number, number, number] => [
    within(random, 0.2),
    within(random, 0.2),
    within(random, 0.2),
  ]);
  const { vertices, faces } = convexHull(points);
  return { kind: "hull", vertices, faces };
}

/** Shapes of all kinds, of random sizes. */
function randomShapes(random: Random): readonly Shape[] {
  const size = (): number => 0.03 + 0.2 * random();
  const end = (): [number, number, number] => [within(random, 0.3), within(random, 0.3), within(random, 0.3)];
  return [
    box(size(), size(), size()),
    { kind: "capsule", from: end(), to: end(), radius: 0.02 + 0.08 * random() },
    { kind: "cylinder", radius: size(), halfLength: size() },
    { kind: "ellipsoid", halfAxes: [size(), size(), size()] },
    randomHull(random),
  ];
}

/** Poses that are tried of every pair of shapes, which costs a compilation. */
const posesEach = 500;

/** How far the gap may be from the distance of GJK [m]: beside this, a thousandth of it where it is open. */
const tolerance = 1e-6;

/** Nearest points by their rows, from the first guess, against GJK. */
export function benchNearestPoints(count: number, seed: number): BenchRow[] {
  const random = randomNumbers(seed);
  const tally = { tried: 0, failed: 0, wrong: 0, touching: 0, iterations: 0, time: 0, over: 0 };
  let shapes = randomShapes(random);
  for (let pair = 0; tally.tried < count; pair++) {
    const [i, j] = [pair % 5, Math.floor(pair / 5) % 5];
    if (i === 0 && j === 0) shapes = randomShapes(random);
    const solve = nearestSolver(shapes[i], shapes[j], "spatial");
    for (let k = 0; k < posesEach && tally.tried < count; k++) {
      const a = [0, 0, 0, ...turned(random)];
      const b = [within(random, 0.45), within(random, 0.45), within(random, 0.45), ...turned(random)];
      const start = performance.now();
      const { status, gap, measured, iterations, room } = solve([a, b]);
      if (measured <= 1e-6 - room) {
        // cores that meet have no nearest points
        tally.over++;
        continue;
      }
      tally.time += performance.now() - start;
      tally.tried++;
      tally.iterations += iterations;
      if (measured < 0) tally.touching++;
      const error = gap - measured;
      if (status !== "solved") tally.failed++;
      else if (error < -tolerance || error > tolerance + 1e-3 * Math.max(0, measured)) tally.wrong++;
    }
  }
  const { tried, failed, wrong, touching, iterations, time, over } = tally;
  const mean = `${(iterations / tried).toFixed(1)} iterations and ${milliseconds(time / tried)} with GJK`;
  return [
    {
      name: `${tried} random pairs, ${touching} pressed in (${over} more with cores that meet)`,
      value: `${failed} not solved, ${wrong} wrong; ${mean}`,
      must: "0, 0",
    },
  ];
}

/** Steps of random drops of random shapes on a plate that were not solved, under each law. */
export async function benchConvexDrops(count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const plate: Shape = { kind: "box", half: [0.6, 0.6, 0.1], pose: { position: [0, 0, -0.1] } };
  const law = { friction: 0.4, stiffness: 2e4, damping: 20, coneSmoothing: 0 };
  const rows: BenchRow[] = [];
  for (const [name, model] of [
    ["compliant", compliant],
    ["rigid", rigid],
  ] as const) {
    const tally = { steps: 0, stopped: 0, halvings: 0, unlawful: 0 };
    for (let i = 0; i < count; i++) {
      const shapes = randomShapes(random);
      const shape = shapes[i % shapes.length];
      const contact: CompliantContact = { name: "c", body: "b", shape, against: plate, ...law };
      const inertia = [0.01, 0.012, 0.014] as const;
      const made = model({
        gravity: [0, 0, -9.81],
        bodies: [{ name: "b", space: "spatial", mass: 1, inertia }],
        contacts: [contact],
      });
      const [e0, ex, ey, ez] = turned(random);
      const start = { "b.z": 0.45, "b.e0": e0, "b.ex": ex, "b.ey": ey, "b.ez": ez, "b.vx": within(random, 0.3) };
      const { status, message, trajectory } = await simulate({
        name: "drop",
        title: "a drop",
        model: made,
        parameters: {},
        start: { ...atRest(made), ...start },
        grid: { steps: 300, h: 0.005 },
        values: {},
      });
      tally.steps += trajectory.t.length - 1;
      if (status === "unphysical") tally.unlawful++;
      else if (status !== "solved") tally.stopped++;
      if (status !== "solved") console.log(`${name} drop ${i + 1} of a ${shape.kind}: ${status}, ${message}`);
      if (message.includes("halving")) tally.halvings++;
    }
    rows.push({
      name: `${count} drops of random shapes on a plate, ${name}: ${tally.steps} steps`,
      value: `${tally.stopped} stopped, ${tally.unlawful} against a law, ${tally.halvings} with halved steps`,
      must: "0",
    });
  }
  return rows;
}
