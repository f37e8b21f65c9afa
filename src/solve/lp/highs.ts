import type { Highs, IndexSelection, ModelData } from "highs";
import type { LinearProgram, LpAnswer, LpProblem, LpSolver } from "./program.js";

let loaded: Promise<LpSolver> | undefined;

/** HiGHS (MIT) through its persistent models: dual simplex from the last basis. */
export function loadHighs(): Promise<LpSolver> {
  loaded ??= load().then((highs) => ({ name: "HiGHS", open: () => open(highs) }));
  return loaded;
}

async function load(): Promise<Highs> {
  // its types describe the CommonJS build; what is imported is the module
  const { default: start }: { readonly default: unknown } = await import("highs");
  if (typeof start !== "function") throw new Error("HiGHS does not begin with a function: is it another version?");
  return await start();
}

function open(highs: Highs): LpProblem {
  const model = highs.createModel();
  model.options.set({
    output_flag: false,
    presolve: "off", // a warm basis is worth more on programs of this size
    solver: "simplex",
    primal_feasibility_tolerance: 1e-9,
    dual_feasibility_tolerance: 1e-9,
  });
  const codes = highs.constants.modelStatus;
  return {
    solve(program, changed): LpAnswer {
      if (changed) model.passModel(modelData(program));
      else {
        model.changeColsCost(range(program.cost.length), program.cost);
        model.changeColsBounds(range(program.lower.length), program.lower, program.upper);
        if (program.rowLower.length > 0)
          model.changeRowsBounds(range(program.rowLower.length), program.rowLower, program.rowUpper);
      }
      try {
        model.run();
      } catch {
        return { status: "failed", x: new Float64Array(0), rowDuals: new Float64Array(0) };
      }
      const code = model.getModelStatus();
      const { colValue, rowDual } = model.getSolution();
      const status =
        code === codes.optimal
          ? "optimal"
          : code === codes.infeasible
            ? "infeasible"
            : code === codes.unbounded
              ? "unbounded"
              : "failed";
      return { status, x: colValue, rowDuals: rowDual };
    },
    dispose: () => model.dispose(),
  };
}

const range = (count: number): IndexSelection => ({ kind: "range", from: 0, to: count - 1 });

/** The program with its matrix by compressed rows. */
function modelData({ cost, lower, upper, rowLower, rowUpper, row, column, value }: LinearProgram): ModelData {
  const rows = rowLower.length;
  const starts = new Int32Array(rows + 1);
  for (const i of row) starts[i + 1]++;
  for (let i = 0; i < rows; i++) starts[i + 1] += starts[i];
  const next = starts.slice(0, rows);
  const indices = new Int32Array(row.length);
  const values = new Float64Array(row.length);
  for (let k = 0; k < row.length; k++) {
    const p = next[row[k]]++;
    indices[p] = column[k];
    values[p] = value[k];
  }
  const matrix = { format: "csr" as const, numRows: rows, numCols: cost.length, starts, indices, values };
  return {
    numCols: cost.length,
    numRows: rows,
    colCost: cost,
    colLower: lower,
    colUpper: upper,
    rowLower,
    rowUpper,
    matrix,
  };
}
