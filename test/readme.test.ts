import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createJiti } from "jiti";
import { afterAll, describe, expect, it, vi } from "vitest";
import * as problems from "../problems/index.js";
import * as library from "../src/index.js";
import { bankshot, scratch } from "./app/run.js";

const root = join(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const folder = scratch();
afterAll(() => rmSync(folder, { recursive: true }));

/** The code block that a comment names. */
function block(name: string): string {
  const found = readme.match(new RegExp(`<!-- test: ${name} -->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``));
  if (found === null) throw new Error(`README has no block ${name}`);
  return found[1]!;
}

describe("README", () => {
  it("a user's own problem file has at most 20 lines, and solves to the number in the text", async () => {
    const text = block("uphill.ts");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
    const file = join(folder, "uphill.ts");
    writeFileSync(file, text);
    const { code, out } = await bankshot(["solve", file, "--json"]);
    expect(code).toBe(0);
    const { status, values } = JSON.parse(out) as { status: string; values: Record<string, number> };
    expect(status).toBe("solved");
    expect(values["launch.vx"]!.toFixed(4)).toBe(readme.match(/finds ([\d.]+) m\/s/)![1]);
  });

  /** What a code block leaves in its constants. */
  async function constants<T>(name: string, wanted: string): Promise<T> {
    const file = join(folder, name);
    writeFileSync(file, `${block(name)}\nexport { ${wanted} };\n`);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const jiti = createJiti(import.meta.url, {
      fsCache: false,
      virtualModules: { bankshot: library, "bankshot/problems": problems },
    });
    const found = (await jiti.import(file)) as T;
    log.mockRestore();
    return found;
  }

  it("the library example runs and solves both problems", async () => {
    const { shot, found } = await constants<{ shot: library.Result; found: library.Solution }>(
      "library.ts",
      "shot, found",
    );
    expect(shot.status).toBe("solved");
    expect(found.status).toBe("solved");
    expect(found.z[0]).toBeCloseTo(2.00498756, 8);
  });

  it("the controller's example plans a motion to its end", async () => {
    const { status, inputs, plan } = await constants<library.Move>("mpc.ts", "status, inputs, plan");
    expect(status).toBe("solved");
    expect(inputs.torque).toBe(plan.columns.torque![1]);
    expect(plan.columns["disk.x"]!.at(-1)).toBeCloseTo(0.8, 3);
  });
});
