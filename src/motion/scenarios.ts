import type { Bound } from "./bind.js";
import { type Kink, kinksOf } from "./kinks.js";
import { emptyPath, type Path } from "./march.js";
import type { Design } from "./objective.js";
import { type Shot, shot } from "./shot.js";
import { endsOf } from "./trajectory.js";
import { borrow, giveBack, type Workspace } from "./workspace.js";

/** The motions of a design, one a scenario, ready to be simulated and differentiated often. */
export interface Scenarios {
  readonly count: number;
  /** Where the design stands in the parameters. */
  readonly freed: readonly number[];
  /** How many motions have been simulated. */
  simulations(): number;
  /** Cost and constraints of every scenario, and their derivatives by the design; false where a motion breaks off. */
  evaluate(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): boolean;
  /** Where the motions of a design have no derivative. */
  kinks(x: Float64Array): Kink[];
  finish(): void;
}

interface Scene {
  readonly bound: Bound;
  readonly workspace: Workspace;
  readonly path: Path;
}

export function scenarios(bounds: readonly Bound[], { asked, varied }: Design): Scenarios {
  const n = varied.length;
  const m = asked.rows.length;
  const { freed } = bounds[0]!.compiled;
  const scenes: Scene[] = [];
  for (const bound of bounds) {
    // scenarios that differ in numbers only share a march, one after the other
    const like = scenes.find((scene) => scene.bound.compiled === bound.compiled && sameSteps(scene.bound, bound));
    const path = like?.path ?? emptyPath(bound.compiled.kernels, bound.steps.h.length);
    scenes.push({ bound, workspace: like?.workspace ?? borrow(bound), path });
  }
  let simulated = 0;

  function parametersOf({ bound }: Scene, x: Float64Array): Float64Array {
    const parameters = bound.parameters.slice();
    freed.forEach((index, i) => {
      parameters[index] = x[i]!;
    });
    return parameters;
  }

  function differentiated({ bound, workspace, path }: Scene, parameters: Float64Array): Shot {
    const range = { bound, marcher: workspace.marcher, path, signal: undefined, onShot: () => {} };
    const steps = shot(range, parameters);
    for (;;) {
      const turn = steps.next();
      if (turn.done) return turn.value;
    }
  }

  function marched({ bound, workspace, path }: Scene, parameters: Float64Array): boolean {
    workspace.marcher.begin(parameters, bound.steps, path, false);
    return workspace.marcher.advance(bound.steps.h.length).status === "solved";
  }

  return {
    count: scenes.length,
    freed,
    simulations: () => simulated,
    evaluate(x, rows, slopes) {
      const values = new Float64Array(m);
      for (const [s, scene] of scenes.entries()) {
        const parameters = parametersOf(scene, x);
        simulated++;
        if (slopes === undefined) {
          if (!marched(scene, parameters)) return false;
          scene.bound.compiled.conditions.residual(endsOf(scene.bound, parameters, scene.path), values);
          rows.set(values, s * m);
          continue;
        }
        const landed = differentiated(scene, parameters);
        if (landed.march.status !== "solved") return false;
        rows.set(landed.values, s * m);
        for (let r = 0; r < m; r++) for (let i = 0; i < n; i++) slopes[(s * m + r) * n + i] = landed.jacobian.get(r, i);
      }
      return true;
    },
    kinks: (x) =>
      scenes.flatMap((scene) => {
        const parameters = parametersOf(scene, x);
        simulated++;
        return marched(scene, parameters) ? kinksOf(scene.bound, parameters, scene.path) : [];
      }),
    finish() {
      for (const { bound, workspace } of scenes) giveBack(bound, workspace);
    },
  };
}

const sameSteps = (a: Bound, b: Bound): boolean => a.steps.h.length === b.steps.h.length;
