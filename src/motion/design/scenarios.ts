import { once } from "../../algebra/once.js";
import type { Stepwise } from "../../algebra/stepwise.js";
import { type Shot, shot } from "../boundary/shot.js";
import { emptyPath, endsOf, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { hasRows } from "../compile/step.js";
import { fireOnce } from "../exact/boundary.js";
import { unseen } from "../exact/exact.js";
import { type Adjoint, adjoint, endSlopes } from "../march/adjoint.js";
import { marchOn } from "../march/march.js";
import { borrow, giveBack, type Workspace } from "../march/workspace.js";
import type { ExactGrid } from "../problem/grid.js";
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

/** Elements are so much finer than the accuracy asked for, and no finer than rounding lets a search notice. */
const [finer, finest] = [1e-3, 1e-10];

/** The tolerance of the elements on which a design is searched for: a search goes by changes that are smaller than what is asked of it. */
export const elementsOf = ({ accuracy }: ExactGrid): number => Math.max(finest, finer * accuracy);

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
    if (scene.setup.exact !== undefined) return yield* fired(scene, parameters, values, slopes);
    if (m < n && hasRows(scene.setup.compiled.kernels)) {
      if (!(yield* simulate(scene, parameters))) return false;
      const found = endSlopes(scene.backwards(), scene.setup, parameters, scene.path);
      values.set(found.values);
      slopes.set(found.slopes);
      return true;
    }
    const { setup, workspace, path } = scene;
    const range = { setup, marcher: workspace.marcher, path, signal: undefined, onShot: () => {} };
    return landed(yield* shot(range, parameters), values, slopes);
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
      if (scene.setup.exact !== undefined) {
        if (!(yield* fired(scene, parameters, values))) return false;
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
      // events are found to rounding: a motion has its derivatives at them, too
      if (scene.setup.exact !== undefined) continue;
      const parameters = parametersOf(scene, x);
      simulated++;
      if (yield* simulate(scene, parameters)) found.push(...kinksOf(scene.setup, parameters, scene.path));
    }
    return found;
  }
}

/** Rows of a motion that is computed to an accuracy, with their slopes, which cost little beside it; false where it breaks off. */
function* fired(
  { setup, workspace }: Scene,
  parameters: Float64Array,
  values: Float64Array,
  slopes?: Float64Array,
): Stepwise<boolean> {
  if (setup.exact === undefined) return false;
  const tolerance = elementsOf(setup.exact);
  const { shot } = yield* fireOnce({ setup, workspace, signal: undefined }, parameters, { tolerance, notes: unseen });
  return landed(shot, values, slopes);
}

/** Writes the rows of a shot, and their slopes; false where its motion broke off. */
function landed({ values: rows, jacobian, march }: Shot, values: Float64Array, slopes?: Float64Array): boolean {
  values.set(rows);
  slopes?.set(jacobian.to1DArray());
  return march.status === "solved";
}

const sameSteps = (a: Setup, b: Setup): boolean => a.steps.h.length === b.steps.h.length;
