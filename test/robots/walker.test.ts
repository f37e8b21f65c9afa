import { describe, expect, it } from "vitest";
import { expected, problem } from "../../problems/robots/walker.js";
import { table } from "../../src/motion/problem/inputs.js";
import { simulate, solve } from "../../src/motion/solve.js";
import type { Trajectory } from "../../src/motion/trajectory/trajectory.js";
import { mujoco } from "../bench/robots/against-mujoco.js";

const length = 0.4;
const drives = ["left.hip", "left.knee", "right.hip", "right.knee"];
const coordinates = ["torso.x", "torso.y", "torso.theta", ...drives.map((name) => `${name}.position`)];
const rates = ["torso.vx", "torso.vy", "torso.omega", ...drives.map((name) => `${name}.velocity`)];
const [stiffness, damping] = [1000, 50];

/** The walker in MuJoCo's words: uniform rods, a torso of 60 cm and 12 kg, thighs of 7 and shanks of 3 kg. */
function walker(): string {
  const rod = (mass: number, half: number, size: number): string => {
    const across = (mass * size ** 2) / 12;
    return `<inertial pos="0 ${half} 0" mass="${mass}" diaginertia="${across} ${across} ${across}"/>`;
  };
  const leg = `<body><joint type="hinge" axis="0 0 1"/>${rod(7, -length / 2, length)}
    <body pos="0 ${-length} 0"><joint type="hinge" axis="0 0 1"/>${rod(3, -length / 2, length)}</body></body>`;
  return `<mujoco><compiler angle="radian" inertiafromgeom="false"/>
    <option gravity="0 -9.81 0"><flag constraint="disable"/></option><worldbody><body>
    <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="hinge" axis="0 0 1"/>
    ${rod(12, 0.3, 0.6)}${leg}${leg}</body></worldbody></mujoco>`;
}

/** Solves A x = b by elimination with pivots. */
function solved(A: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = A.map((row, i) => [...row, b[i]]);
  const n = b.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows.reduce((best, row, i) => (i > k && Math.abs(row[k]) > Math.abs(rows[best][k]) ? i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

/** Height of a foot, and the Jacobian of its place: rows x and y. */
function foot(q: readonly number[], hip: 3 | 5): { y: number; J: number[][] } {
  const [a, b] = [q[2] + q[hip], q[2] + q[hip] + q[hip + 1]];
  const [upper, lower] = [a, b].map((angle) => [length * Math.cos(angle), length * Math.sin(angle)]);
  const J = [new Array<number>(7).fill(0), new Array<number>(7).fill(0)];
  for (const axis of [0, 1]) {
    J[axis][axis] = 1;
    J[axis][2] = upper[axis] + lower[axis];
    J[axis][hip] = upper[axis] + lower[axis];
    J[axis][hip + 1] = lower[axis];
  }
  return { y: q[1] - upper[0] - lower[0], J };
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

/**
 * The step of continuous time with these goals: both feet fly until the right one touches; it then takes all speed, and is a
 * hinge from there on. Mass matrix and forces are MuJoCo's, the hinge is held by multipliers, and short steps are Heun's.
 */
function replayed({ columns, t }: Trajectory, parts: number) {
  const model = mujoco.MjModel.from_xml_string(walker());
  const data = new mujoco.MjData(model);
  let q = coordinates.map((name) => columns[name][0]);
  let v = rates.map((name) => columns[name][0]);
  let isDown = false;
  let [pulls, calls] = [0, 0];
  const masses = (at: readonly number[], speed: readonly number[]) => {
    data.qpos.set(at);
    data.qvel.set(speed);
    mujoco.mj_forward(model, data);
    const full = new mujoco.DoubleBuffer(49);
    mujoco.mj_fullM(model, data, full);
    const all: number[] = Array.from(full.GetView() as Float64Array);
    full.delete();
    return {
      M: Array.from({ length: 7 }, (_, i) => all.slice(7 * i, 7 * i + 7)),
      bias: Array.from(data.qfrc_bias as Float64Array),
    };
  };
  /** [M −Jᵀ; J 0] with the rows of the right foot. */
  const held = (M: readonly number[][], J: readonly number[][]): number[][] => [
    ...M.map((row, i) => [...row, ...J.map((of) => -of[i])]),
    ...J.map((row) => [...row, 0, 0]),
  ];
  const acceleration = (at: readonly number[], speed: readonly number[], goals: readonly number[]): number[] => {
    const { M, bias } = masses(at, speed);
    const tau = bias.map((c, i) => (i < 3 ? -c : stiffness * (goals[i - 3] - at[i]) - damping * speed[i] - c));
    if (!isDown) return solved(M, tau);
    const { J } = foot(at, 5);
    const eps = 1e-6;
    const ahead = foot(
      at.map((x, i) => x + eps * speed[i]),
      5,
    ).J;
    const turning = J.map((row, axis) => -(dot(ahead[axis], speed) - dot(row, speed)) / eps);
    const x = solved(held(M, J), [...tau, ...turning]);
    calls++;
    if (x[8] < 0) pulls++;
    return x.slice(0, 7);
  };
  for (let k = 1; k < t.length; k++) {
    const goals = drives.map((name) => columns[`${name}.goal`][k]);
    const h = (t[k] - t[k - 1]) / parts;
    for (let part = 0; part < parts; part++) {
      const a = acceleration(q, v, goals);
      const [q1, v1] = [q.map((x, i) => x + h * v[i]), v.map((x, i) => x + h * a[i])];
      const b = acceleration(q1, v1, goals);
      q = q.map((x, i) => x + (h / 2) * (v[i] + v1[i]));
      v = v.map((x, i) => x + (h / 2) * (a[i] + b[i]));
      const { y, J } = foot(q, 5);
      if (isDown || y > 0) continue;
      isDown = true;
      const { M } = masses(q, v);
      const moved = M.map((row) => dot(row, v));
      v = solved(held(M, J), [...moved, 0, 0]).slice(0, 7);
    }
  }
  data.delete();
  model.delete();
  return { q, v, pulled: pulls / calls };
}

/** The march with the goals that were found, every step in parts. */
async function marched({ columns, t }: Trajectory, parts: number): Promise<Trajectory> {
  const held = (name: string): number[] =>
    Array.from({ length: parts * (t.length - 1) }, (_, k) => columns[`${name}.goal`][Math.floor(k / parts) + 1]);
  const { objective: _, ...rest } = problem;
  const found = await simulate({
    ...rest,
    parameters: Object.fromEntries(
      Object.entries(problem.parameters).filter(([name]) =>
        ["friction", "gravity", "stiffness", "damping"].includes(name),
      ),
    ),
    inputs: Object.fromEntries(drives.map((name) => [`${name}.goal`, table(held(name))])),
    start: Object.fromEntries([...coordinates, ...rates].map((name) => [name, columns[name][0]])),
    grid: { steps: parts * (t.length - 1), h: t[1] / parts },
    values: {},
  });
  expect(found.status).toBe("solved");
  return found.trajectory;
}

describe("robots/walker", () => {
  it("makes a step that repeats, also in continuous time with the feet as told", async () => {
    const { status, values, trajectory, run } = await solve(problem);
    expect([status, run.regularity?.order]).toEqual(["solved", "second"]);
    for (const { name, value, tolerance } of expected.values)
      expect(Math.abs(Number(values[name]) - Number(value)), name).toBeLessThan(tolerance);
    const { q, v, pulled } = replayed(trajectory, 20);
    const far = (names: readonly string[], found: readonly number[]): number =>
      Math.max(...names.map((name, i) => Math.abs(found[i] - Number(trajectory.columns[name].at(-1)))));
    // of the step's order: metres and radians of a state that began alike, after 40 cm
    expect(far(coordinates, q)).toBeLessThan(0.07);
    expect(far(rates, v)).toBeLessThan(1);
    // a hinge may pull for moments, where goals jump between steps
    expect(pulled).toBeLessThan(0.02);
    // the first step is a blow that changes which foot stands: its rows have roots whole turns away, of 1e13 J
    const same = await marched(trajectory, 1);
    for (const name of [...coordinates, ...rates])
      same.columns[name].forEach((x, k) => {
        expect(Math.abs(x - trajectory.columns[name][k]), `${name} ${k}`).toBeLessThan(1e-6);
      });
    const fine = await marched(trajectory, 10);
    expect(Math.abs(fine.columns["torso.x"].at(-1)! - 0.4)).toBeLessThan(0.05);
    expect(Math.max(...fine.columns.energyCreated.subarray(1))).toBeLessThan(1e-3);
  });
});
