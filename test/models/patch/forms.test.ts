import { describe, expect, it } from "vitest";
import { problem as desk, deskScene } from "../../../problems/patch/desk.js";
import { problem as drop } from "../../../problems/patch/drop.js";
import { problem as tbarPairs } from "../../../problems/patch/tbar-pairs.js";
import { problem as tbarRock } from "../../../problems/patch/tbar-rock.js";
import { evaluate } from "../../../src/expr/expr.js";
import {
  addV,
  dot,
  mat3V,
  rotationMatrix,
  scaleV,
  subV,
  transpose3,
  type Vec3,
  vec3,
} from "../../../src/expr/vector.js";
import { inequalitiesAt } from "../../../src/geometry/convex.js";
import { add, neg, sub } from "../../../src/index.js";
import { unitMotionOf } from "../../../src/mechanics/body.js";
import { equation, type Model, type Row, type Unknown } from "../../../src/mechanics/model.js";
import { patchModel } from "../../../src/models/patch/patch.js";
import type { PatchScene } from "../../../src/models/patch/patch-scene.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";

async function solved(problem: Problem): Promise<Result> {
  const result = await simulate(problem);
  expect(result.status).toBe("solved");
  return result;
}

/** The largest difference of any column that is a state. */
function difference(a: Result, b: Result): number {
  const states = (a.problem.model as (choice: (name: string) => string) => Model)(() => "projection").state;
  const gaps = states.flatMap(({ name }) => {
    const wanted = b.trajectory.columns[name];
    return Array.from(a.trajectory.columns[name], (x, k) => Math.abs(x - wanted[k]));
  });
  return Math.max(...gaps);
}

const modelOf = (problem: Problem): Model =>
  (problem.model as (choice: (name: string) => string) => Model)(() => "projection");

/** The face that carries the desk. */
const bottom = 0;

/**
 * Rows (8) to (12) of the paper as printed, with the equality in row k and k the bottom face: unknowns a₁, a₂, l_i for
 * i ≠ k, l_k, and the ground's multiplier; the columns of `patchModel` follow from them.
 */
function literal(scene: PatchScene): Model {
  const base = patchModel(scene);
  const { shape, body } = scene.contacts[0];
  const count = inequalitiesAt(shape, vec3(0, 0, 0)).length;
  const free = (name: string): Unknown => ({ name, unit: "m", scale: 0.1 });
  const points = ["a1", "a2"].flatMap((point) => ["x", "y", "z"].map((axis) => `${point}.${axis}`));
  const own: Unknown[] = [
    ...points.map(free),
    ...Array.from({ length: count }, (_, i) => (i === bottom ? free("l.k") : { ...free(`l.${i}`), lower: 0 })),
    { ...free("l.ground"), lower: 0 },
  ];
  return {
    ...base,
    inside: [...base.inside, ...own],
    step(frame) {
      const { inside, next } = frame;
      const { guesses: _, ...stage } = base.step(frame);
      const vector = (name: string): Vec3 => vec3(inside(`${name}.x`), inside(`${name}.y`), inside(`${name}.z`));
      const motion = unitMotionOf({ name: body } as PatchScene["bodies"][number], next);
      const R = rotationMatrix(motion.orientation);
      const [a1, a2] = [vector("a1"), vector("a2")];
      const c = mat3V(transpose3(R), subV(a1, motion.position));
      const faces = inequalitiesAt(shape, c);
      const others = faces.map((_, i) => i).filter((i) => i !== bottom);
      const gradient = (i: number): Vec3 => mat3V(R, faces[i].gradient);
      const C = addV(gradient(bottom), ...others.map((i) => scaleV(inside(`l.${i}`), gradient(i))));
      const up = vec3(0, 0, 1);
      const eight = subV(addV(a1, scaleV(inside("l.k"), C)), a2);
      const nine = addV(C, scaleV(inside("l.ground"), up));
      const replaced = (unknown: string): boolean => /ecpBody|faceMultiplier/.test(unknown);
      const rows: Row[] = [
        ...stage.rows.filter(({ unknown }) => !replaced(unknown)),
        ...["x", "y", "z"].map((axis, i) => equation(`a2.${axis}`, eight[i])),
        ...["x", "y", "z"].map((axis, i) => equation(`a1.${axis}`, nine[i])),
        ...others.map((i) => ({ unknown: `l.${i}`, residual: neg(faces[i].value) })),
        equation("l.k", faces[bottom].value),
        { unknown: "l.ground", residual: neg(dot(up, a2)) },
      ];
      const follow = base.inside.filter(({ name }) => replaced(name)).map(({ name }) => name);
      const defines = Object.fromEntries(
        follow.map((name) => [name, name.includes("ecpBody") ? c["xyz".indexOf(name.at(-1)!)] : add(0)]),
      );
      const guess = {
        "l.ground": add(1),
        ...Object.fromEntries(
          points.map((name) => [name, name.endsWith("z") ? add(0) : next(`${body}.${name.at(-1)}`)]),
        ),
      };
      return { ...stage, rows, defines: { ...stage.defines, ...defines }, pairs: [], guesses: [() => guess] };
    },
  };
}

describe("the paper's rows", () => {
  it("solved as printed, with the equality in row k, move the desk alike", async () => {
    const printed: Problem = { ...desk, model: () => literal(deskScene) };
    expect(difference(await solved(printed), await solved(desk))).toBeLessThan(1e-10);
  });

  it.each([
    ["desk", desk],
    ["T-bar that rocks", tbarRock],
    ["T-bar that rolls", tbarPairs],
  ] as const)("hold for every step of the %s in contact", async (_, problem) => {
    const result = await solved(problem);
    const scene = modelOf(problem).views?.scene?.scene as PatchScene;
    const { name, shape } = scene.contacts[0];
    const { columns } = result.trajectory;
    for (let k = 1; k < result.trajectory.t.length; k++) {
      const leaf = (variable: string): number => {
        const [space, ...rest] = variable.split(".");
        const of = rest.join(".");
        return space === "parameters" ? Number(result.run.parameters[of]) : columns[of][k];
      };
      const of = (column: string): number => columns[column][k];
      const motion = unitMotionOf(scene.bodies[0], (state) => add(of(state)));
      const R = rotationMatrix(motion.orientation);
      const c = vec3(of(`${name}.ecpBody.x`), of(`${name}.ecpBody.y`), of(`${name}.ecpBody.z`));
      const a1 = addV(motion.position, mat3V(R, c));
      const a2 = vec3(a1[0], a1[1], 0);
      const faces = inequalitiesAt(shape, c).map(({ value, gradient }, i) => ({
        value: evaluate(value, leaf),
        gradient: mat3V(R, gradient).map((x) => evaluate(x, leaf)),
        l: of(`${name}.faceMultiplier.${i}`),
      }));
      const active = faces.reduce((best, face) => (face.l > best.l ? face : best));
      expect(active.l).toBeGreaterThan(0.1);
      // C = ∇f_k + Σ (l_i/l_k) ∇f_i, the multiplier of the ground 1/l_k, that of (8) gap·l_k
      const C = [0, 1, 2].map((i) => faces.reduce((sum, { l, gradient }) => sum + (l / active.l) * gradient[i], 0));
      const gap = evaluate(a1[2], leaf);
      const rows = [
        ...[0, 1, 2].map((i) => evaluate(sub(a1[i], a2[i]), leaf) + gap * active.l * C[i]),
        C[0],
        C[1],
        C[2] + 1 / active.l,
        active.value,
        ...faces.map(({ l, value }) => Math.min(l, -value)),
        Math.min(of(`${name}.normalImpulse`), gap),
      ];
      for (const row of rows) expect(Math.abs(row)).toBeLessThanOrEqual(1e-10);
    }
  });

  it.each([
    ["desk", desk],
    ["T-bar", tbarRock],
    ["block that falls", drop],
  ] as const)("(5) and (6) of non-penetration agree for the %s", async (_, problem) => {
    const scene = modelOf(problem).views?.scene?.scene as PatchScene;
    const other: Problem = { ...problem, model: () => patchModel(scene, { nonPenetration: "support-point" }) };
    expect(difference(await solved(other), await solved(problem))).toBeLessThan(1e-8);
  });
});

describe("free tumbling", () => {
  /** Kinetic energy after a second over that at the start, for the T-bar thrown up with a spin about all axes. */
  const growth = async (gyroscopic: "explicit" | "implicit", steps: number): Promise<number> => {
    const scene = modelOf(tbarRock).views?.scene?.scene as PatchScene;
    const w = 5 / Math.sqrt(3);
    const thrown: Problem = {
      ...tbarRock,
      model: () => patchModel({ ...scene, applied: [] }, { gyroscopic }),
      start: { ...tbarRock.start, "bar.z": 100, "bar.wx": w, "bar.wy": w, "bar.wz": w },
      grid: { steps, h: 1 / steps },
    };
    const result = await solved({ ...thrown, inputs: {} });
    const { "bar.z": z, "bar.vz": vz, energy } = result.trajectory.columns;
    const kinetic = (k: number, E: number): number => E - 2 * 9.8 * z[k] - vz[k] ** 2;
    const start = 0.5 * w * w * (0.0163111111111111 + 0.0092 + 0.0243111111111111);
    return kinetic(steps, energy[steps]) / start - 1;
  };

  it.each(["explicit", "implicit"] as const)(
    "creates energy in proportion to the step, gyroscopic term %s",
    async (when) => {
      const [coarse, fine] = [await growth(when, 200), await growth(when, 400)];
      expect(Math.abs(coarse)).toBeGreaterThan(1e-4);
      expect(coarse / fine).toBeGreaterThan(1.8);
      expect(coarse / fine).toBeLessThan(2.2);
    },
  );
});

describe("a body", () => {
  it("moves alike whatever axes its inertia and hull are given in", async () => {
    const scene = modelOf(tbarRock).views?.scene?.scene as PatchScene;
    // body axes turned by 0.7 rad about z: the tensor then has a product of inertia
    const [C, S] = [Math.cos(0.7), Math.sin(0.7)];
    const [xx, yy] = [0.0163111111111111, 0.0092];
    const turned = ([x, y, z]: readonly number[]): [number, number, number] => [C * x + S * y, C * y - S * x, z];
    const number = (x: unknown): number => evaluate(add(x as number), () => 0);
    const { shape } = scene.contacts[0];
    if (shape.kind !== "hull") throw new Error("the T-bar has a polyhedral hull");
    const hull = {
      ...shape,
      vertices: shape.vertices.map((v) => turned(v.map(number))),
      faces: shape.faces.map((face) => ({ ...face, normal: turned(face.normal.map(number)) })),
    };
    const inertia = [
      C * C * xx + S * S * yy,
      S * S * xx + C * C * yy,
      0.0243111111111111,
      C * S * (yy - xx),
      0,
      0,
    ] as const;
    const other: Problem = {
      ...tbarRock,
      model: () =>
        patchModel({
          ...scene,
          bodies: [{ ...scene.bodies[0], inertia }],
          contacts: [{ ...scene.contacts[0], shape: hull }],
        }),
      start: { ...tbarRock.start, "bar.e0": Math.cos(0.35), "bar.ez": Math.sin(0.35) },
    };
    const [a, b] = [await solved(other), await solved(tbarRock)];
    for (const name of ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"].map((state) => `bar.${state}`)) {
      const wanted = b.trajectory.columns[name];
      a.trajectory.columns[name].forEach((x, k) => {
        expect(Math.abs(x - wanted[k])).toBeLessThan(1e-8);
      });
    }
    expect(a.trajectory.segments).toEqual(b.trajectory.segments);
  });
});
