import { describe, expect, it } from "vitest";
import { rowsMcp } from "../../../src/motion/solve-mcp.js";
import { naturalResidual } from "../../../src/solve/mcp.js";
import type { ComplementarityName } from "../../../src/solve/newton/complementarity.js";
import { newton, run } from "../../../src/solve/newton/newton.js";
import { collection } from "./collection.js";

/** How near a found solution must come to a published one, of four or five digits. */
const digits = 2e-4;

function distance(a: readonly number[], b: Float64Array): number {
  return Math.max(...a.map((x, i) => Math.abs(x - b[i]) / Math.max(1, Math.abs(x))));
}

/** "name #start: status" of every run that failed, and the number of runs. */
function solveAll(complementarity: ComplementarityName): { total: number; failed: string[]; line: string } {
  const failed: string[] = [];
  const counts: string[] = [];
  let total = 0;
  for (const { name, starts, solutions, ...problem } of collection) {
    const mcp = rowsMcp({ ...problem, start: starts[0] });
    const iterations = starts.map((start, k) => {
      total++;
      const solution = run(newton({ complementarity }), mcp, Float64Array.from(start));
      const { status, z, residual } = solution;
      const F = new Float64Array(z.length);
      mcp.evaluate(z, F);
      const known = solutions.length === 0 || solutions.some((s) => distance(s, z) < digits);
      if (status === "solved" && naturalResidual(mcp, z, F) === residual && residual <= 1e-10 && known)
        return String(solution.iterations);
      failed.push(`${name} #${k + 1}: ${status}${known ? "" : `, not a known solution: ${z.slice(0, 10)}`}`);
      return "–";
    });
    counts.push(`${name} ${iterations.join(" ")}`);
  }
  return {
    total,
    failed,
    line: `${complementarity}: ${total - failed.length}/${total} solved; iterations ${counts.join("; ")}`,
  };
}

describe("published MCPs from all their standard starts", () => {
  it("are all solved with the default settings", () => {
    const { failed, line } = solveAll("fischer");
    console.log(line);
    expect(failed).toEqual([]);
  });

  it.each(["penalised-fischer", "minimum"] as const)("are counted with %s", (complementarity) => {
    const { total, failed, line } = solveAll(complementarity);
    console.log(line, failed.length > 0 ? `; failed: ${failed.join("; ")}` : "");
    expect(failed.length).toBeLessThan(total / 4);
  });
});
