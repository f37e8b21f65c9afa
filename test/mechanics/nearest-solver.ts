/** Nearest points of two shapes by their own rows, apart from any step: one kernel a pair, run at many poses. */
import { fromTriplets } from "../../src/algebra/sparse.js";
import { compile, compileRows } from "../../src/expr/compile.js";
import { add, evaluate, variable } from "../../src/expr/expr.js";
import type { Shape } from "../../src/geometry/shape.js";
import { type Body, motionOf } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { frame, inside, next, now } from "../../src/mechanics/model.js";
import { contactGeometry } from "../../src/mechanics/pairs.js";
import { newton, run } from "../../src/solve/newton/newton.js";

/** Position and unit quaternion (in the plane x, y and the angle) of both bodies. */
export type Poses = readonly [readonly number[], readonly number[]];

export interface Nearest {
  readonly status: string;
  readonly iterations: number;
  readonly gap: number;
  /** ρ₁ + ρ₂ [m]. */
  readonly room: number;
  /** By GJK. */
  readonly measured: number;
  readonly normal: readonly number[];
  /** The point where the force acts, in the world. */
  readonly point: readonly number[];
}

const solver = newton({ tolerance: 1e-11 });

/** Solves the rows of a pair: body "a" has the first shape, body "b" the second. */
export function nearestSolver(one: Shape, two: Shape, space: Body["space"]) {
  const bodies = ["a", "b"].map((name): Body => ({ name, space, mass: 1, inertia: 1 }));
  const at = (leaves: typeof now) => new Map(bodies.map((body) => [body.name, motionOf(body, leaves)]));
  const contact: Contact = { name: "c", body: "a", shape: one, against: { body: "b", shape: two }, friction: 0 };
  const geometry = contactGeometry(contact, { now: at(now), next: at(next) }, space === "planar");
  const { nearest = [], measured } = geometry;
  const names = (space === "planar" ? "x y theta" : "x y z e0 ex ey ez").split(" ");
  const leaves = ["now", "next"].flatMap((end) =>
    bodies.flatMap(({ name }) => names.map((each) => `${end}.${name}.${each}`)),
  );
  const inputs = leaves.map(variable);
  const unknowns = nearest.map(({ name }) => inside(name));
  const rows = compileRows(
    [...inputs, ...unknowns],
    unknowns,
    nearest.map(({ residual }) => residual),
  );
  const guess = compile(
    inputs,
    nearest.map((each) => add(each.guess, 0)),
  );
  const force = geometry.sides[0].arm.map((x, i) =>
    add(x, i < names.length - 1 || space === "spatial" ? position(space, i) : 0),
  );
  const result = compile([...inputs, ...unknowns], [add(geometry.gap, 0), ...geometry.frame.normal, ...force]);
  const room = evaluate(add(geometry.room ?? 0, 0), () => Number.NaN);
  const values = new Float64Array(inputs.length + unknowns.length);
  const mcp = {
    name: (i: number) => nearest[i].name,
    lower: Float64Array.from(nearest, ({ lower }) => lower ?? Number.NEGATIVE_INFINITY),
    upper: Float64Array.from(nearest, ({ upper }) => upper ?? Number.POSITIVE_INFINITY),
    scale: new Float64Array(nearest.length).fill(1),
    pattern: fromTriplets([nearest.length, nearest.length], rows.pattern.row, rows.pattern.col),
    evaluate(z: Float64Array, F: Float64Array, J?: Float64Array): boolean {
      values.set(z, inputs.length);
      if (J === undefined) rows.residual(values, F);
      else rows.jacobian(values, F, J);
      return true;
    },
  };
  return ([a, b]: Poses): Nearest => {
    values.set([...a, ...b, ...a, ...b]);
    const start = new Float64Array(nearest.length);
    guess.run(values, start);
    const { status, iterations, z } = run(solver, mcp, start);
    values.set(z, inputs.length);
    const out = new Float64Array(7);
    result.run(values, out);
    const known = new Map(leaves.map((name, i) => [name, values[i]]));
    return {
      status,
      iterations,
      gap: out[0],
      room,
      measured: measured?.((leaf) => known.get(leaf) ?? Number.NaN) ?? Number.NaN,
      normal: [...out.subarray(1, 4)],
      point: [...out.subarray(4, 7)],
    };
  };
}

function position(space: Body["space"], i: number) {
  const axes = ["x", "y", "z"];
  return space === "planar" && i === 2 ? 0 : frame.next(`a.${axes[i]}`);
}
