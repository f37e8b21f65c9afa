import { compile, type Kernel } from "../../../expr/compile.js";
import { cos, type Expr, leaves, mul, sin, toExpr } from "../../../expr/expr.js";
import type { Pose } from "../../../geometry/placement.js";
import type { Result } from "../../../motion/result.js";

/** Formulas over the leaves of a step, made ready to be evaluated for any result of their model. */
export interface Formulas {
  readonly leaves: readonly string[];
  readonly kernel: Kernel;
}

export function formulas(all: readonly Expr[]): Formulas {
  const inputs = leaves(all);
  return { leaves: inputs.map(({ name }) => name), kernel: compile(inputs, all) };
}

/** Values of formulas in the step that ends at a grid point; the next call writes over them. */
export function valuesAt({ leaves: names, kernel }: Formulas, result: Result): (k: number) => Float64Array {
  const input = new Float64Array(names.length);
  const output = new Float64Array(kernel.outputs);
  const readers = names.map((name) => reader(name, result));
  return (k) => {
    for (let i = 0; i < input.length; i++) input[i] = readers[i](k);
    kernel.run(input, output);
    return output;
  };
}

function reader(leaf: string, { trajectory: { t, columns }, run: { parameters } }: Result): (k: number) => number {
  const [place, name] = [leaf.slice(0, leaf.indexOf(".")), leaf.slice(leaf.indexOf(".") + 1)];
  if (leaf === "t") return (k) => t[k];
  if (leaf === "h") return (k) => t[k] - t[k - 1];
  if (place === "parameters") {
    const value = Number(parameters[name]);
    return () => value;
  }
  const column = columns[name];
  // a force that a model does not have, such as one across its plane, is none
  if (column === undefined) return () => (place === "inside" ? 0 : Number.NaN);
  return place === "now" ? (k) => column[k - 1] : (k) => column[k];
}

/** Makes something of a scene once: a problem that is solved again and again keeps its model. */
export function perScene<S extends object, T>(make: (scene: S) => T): (scene: S) => T {
  const made = new WeakMap<S, T>();
  return (scene) => {
    let one = made.get(scene);
    if (one === undefined) {
      one = make(scene);
      made.set(scene, one);
    }
    return one;
  };
}

/** x, y, z and the quaternion w, x, y, z of a body or link; that of a planar one is a turn about z. */
export function poseFormulas({ position, orientation, heading }: Pose): Expr[] {
  const half = mul(0.5, heading);
  return [...position, ...(orientation ?? [cos(half), toExpr(0), toExpr(0), sin(half)])];
}
