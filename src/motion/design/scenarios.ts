import type { Stepwise } from "../../algebra/stepwise.js";
import { shot } from "../boundary/shot.js";
import { emptyPath, endsOf, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { once } from "../compile/step.js";
import { type Adjoint, adjoint, endSlopes } from "../march/adjoint.js";
import { marchOn } from "../march/march.js";
import { borrow, giveBack, type Workspace } from "../march/workspace.js";
import type { Design } from "../problem/objective.js";
import { type Kink, kinksOf } from "../trajectory/kinks.js";

/** The motions of a design, one a scenario, ready to be simulated and differentiated often. */
export interface Scenarios {
  readonly count: number;
  /** Indices of the design's variables among the parameters. */
  readonly freed: readonly number[];
  /** Loads what the motions need, before the first of them. */
  ready(): Promise<void>;
  /** How many motions have been simulated. */
  simulations(): number;
  /** Cost and constraints of every scenario, and their derivatives by the design; false where a motion breaks off. */
  evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean>;
  /** The places where the motions of a design have no derivative. */
  kinks(x: Float64Array): Stepwise<Kink[]>;
  finish(): void;
}

interface Scene {
  readonly setup: Setup;
  readonly workspace: Workspace;
  readonly path: Path;
  readonly backwards: () => Adjoint;
}

/**
 * The motions of a design. Slopes are carried forwards with the march, a back-substitution a step for each design
 * variable, or where there are fewer rows than variables backwards by the adjoint, one for each row.
 */
export function scenarios(setups: readonly Setup[], { asked, varied }: Design): Scenarios {
  const n = varied.length;
  const m = asked.rows.length;
  const { freed } = setups[0].compiled;
  const scenes: Scene[] = [];
  for (const setup of setups) {
    // scenarios that differ in numbers only share a march, one after the other
    const like = scenes.find((scene) => scene.setup.compiled === setup.compiled && sameSteps(scene.setup, setup));
    const path = like?.path ?? emptyPath(setup.compiled.kernels, setup.steps.h.length);
    scenes.push({
      setup,
      workspace: like?.workspace ?? borrow(setup),
      path,
      backwards: like?.backwards ?? once(() => adjoint(setup.compiled)),
    });
  }
  let simulated = 0;

  function parametersOf({ setup }: Scene, x: Float64Array): Float64Array {
    const parameters = setup.parameters.slice();
    freed.forEach((index, i) => {
      parameters[index] = x[i];
    });
    return parameters;
  }

  /** One motion with the slopes of its rows by the design; false where it breaks off. */
  function* differentiate(
    scene: Scene,
    parameters: Float64Array,
    values: Float64Array,
    slopes: Float64Array,
  ): Stepwise<boolean> {
    if (m < n) {
      if (!(yield* simulate(scene, parameters))) return false;
      const found = endSlopes(scene.backwards(), scene.setup, parameters, scene.path);
      values.set(found.values);
      slopes.set(found.slopes);
      return true;
    }
    const { setup, workspace, path } = scene;
    const range = { setup, marcher: workspace.marcher, path, signal: undefined, onShot: () => {} };
    const landed = yield* shot(range, parameters);
    values.set(landed.values);
    for (let r = 0; r < m; r++) for (let i = 0; i < n; i++) slopes[r * n + i] = landed.jacobian.get(r, i);
    return landed.march.status === "solved";
  }

  function* simulate({ setup, workspace, path }: Scene, parameters: Float64Array): Stepwise<boolean> {
    workspace.marcher.begin(parameters, setup.steps, path, false);
    const { status } = yield* marchOn(workspace.marcher, setup.steps.h.length, undefined);
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
    evaluating,
    kinks: kinksAt,
    finish() {
      for (const { setup, workspace } of scenes) giveBack(setup, workspace);
    },
  };

  function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
    for (const [s, scene] of scenes.entries()) {
      const parameters = parametersOf(scene, x);
      simulated++;
      const values = rows.subarray(s * m, (s + 1) * m);
      if (slopes !== undefined) {
        const into = slopes.subarray(s * m * n, (s + 1) * m * n);
        if (!(yield* differentiate(scene, parameters, values, into))) return false;
        continue;
      }
      if (!(yield* simulate(scene, parameters))) return false;
      scene.setup.compiled.formulas.conditions.residual(endsOf(scene.setup, parameters, scene.path), values);
    }
    return true;
  }

  function* kinksAt(x: Float64Array): Stepwise<Kink[]> {
    const found: Kink[] = [];
    for (const scene of scenes) {
      const parameters = parametersOf(scene, x);
      simulated++;
      if (yield* simulate(scene, parameters)) found.push(...kinksOf(scene.setup, parameters, scene.path));
    }
    return found;
  }
}

const sameSteps = (a: Setup, b: Setup): boolean => a.steps.h.length === b.steps.h.length;
