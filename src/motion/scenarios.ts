import { type Adjoint, adjoint, endSlopes } from "./adjoint.js";
import type { Bound } from "./bind.js";
import { type Kink, kinksOf } from "./kinks.js";
import { emptyPath, type Path } from "./march.js";
import type { Design } from "./objective.js";
import { shot } from "./shot.js";
import { once } from "./step.js";
import { endsOf } from "./trajectory.js";
import { borrow, giveBack, type Workspace } from "./workspace.js";

/** The motions of a design, one a scenario, ready to be simulated and differentiated often. */
export interface Scenarios {
  readonly count: number;
  /** Where the design stands in the parameters. */
  readonly freed: readonly number[];
  /** Loads what the motions need, before the first of them. */
  ready(): Promise<void>;
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
  readonly backwards: () => Adjoint;
}

/**
 * The motions of a design. Slopes are carried forwards with the march, a back-substitution a step for each design
 * variable, or where there are fewer rows than variables backwards by the adjoint, one for each row.
 */
export function scenarios(bounds: readonly Bound[], { asked, varied }: Design): Scenarios {
  const n = varied.length;
  const m = asked.rows.length;
  const { freed } = bounds[0]!.compiled;
  const scenes: Scene[] = [];
  for (const bound of bounds) {
    // scenarios that differ in numbers only share a march, one after the other
    const like = scenes.find((scene) => scene.bound.compiled === bound.compiled && sameSteps(scene.bound, bound));
    const path = like?.path ?? emptyPath(bound.compiled.kernels, bound.steps.h.length);
    scenes.push({
      bound,
      workspace: like?.workspace ?? borrow(bound),
      path,
      backwards: like?.backwards ?? once(() => adjoint(bound.compiled)),
    });
  }
  let simulated = 0;

  function parametersOf({ bound }: Scene, x: Float64Array): Float64Array {
    const parameters = bound.parameters.slice();
    freed.forEach((index, i) => {
      parameters[index] = x[i]!;
    });
    return parameters;
  }

  /** One motion with the slopes of its rows by the design; false where it breaks off. */
  function differentiated(scene: Scene, parameters: Float64Array, values: Float64Array, slopes: Float64Array): boolean {
    if (m < n) {
      if (!marched(scene, parameters)) return false;
      const found = endSlopes(scene.backwards(), scene.bound, parameters, scene.path);
      values.set(found.values);
      slopes.set(found.slopes);
      return true;
    }
    const { bound, workspace, path } = scene;
    const steps = shot({ bound, marcher: workspace.marcher, path, signal: undefined, onShot: () => {} }, parameters);
    for (let turn = steps.next(); ; turn = steps.next()) {
      if (!turn.done) continue;
      values.set(turn.value.values);
      for (let r = 0; r < m; r++) for (let i = 0; i < n; i++) slopes[r * n + i] = turn.value.jacobian.get(r, i);
      return turn.value.march.status === "solved";
    }
  }

  function marched({ bound, workspace, path }: Scene, parameters: Float64Array): boolean {
    workspace.marcher.begin(parameters, bound.steps, path, false);
    const { status } = workspace.marcher.advance(bound.steps.h.length);
    // a step that is a program may have an answer that nobody proved to be the best: it is a motion none the less
    return status === "solved" || status === "feasible";
  }

  return {
    count: scenes.length,
    freed,
    async ready() {
      for (const { workspace } of scenes) await workspace.ready();
    },
    simulations: () => simulated,
    evaluate(x, rows, slopes) {
      for (const [s, scene] of scenes.entries()) {
        const parameters = parametersOf(scene, x);
        simulated++;
        const values = rows.subarray(s * m, (s + 1) * m);
        if (slopes !== undefined) {
          if (!differentiated(scene, parameters, values, slopes.subarray(s * m * n, (s + 1) * m * n))) return false;
          continue;
        }
        if (!marched(scene, parameters)) return false;
        scene.bound.compiled.conditions.residual(endsOf(scene.bound, parameters, scene.path), values);
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
