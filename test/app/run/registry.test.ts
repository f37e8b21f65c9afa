import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { registry } from "../../../problems/registry.js";
import { userProblem } from "../../../src/app/run/user-file.js";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "bankshot-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The modules that Node reads while it runs the built command line. */
function modulesOf(args: readonly string[]): string[] {
  const hooks = join(folder, "hooks.mjs");
  writeFileSync(
    hooks,
    `import { writeSync } from "node:fs";
     export async function load(url, context, next) {
       writeSync(2, "module " + url + "\\n");
       return next(url, context);
     }`,
  );
  const register = join(folder, "register.mjs");
  writeFileSync(
    register,
    `import { register } from "node:module";\nregister(${JSON.stringify(pathToFileURL(hooks))});`,
  );
  const cli = join(root, "dist/src/app/cli/cli.js");
  const { status, stderr } = spawnSync(process.execPath, ["--import", register, cli, ...args], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return [...stderr.matchAll(/^module (.*)$/gm)].map(([, url]) => url);
}

describe("the registry of problems", () => {
  it("has the same problems as the list, in the same order", async () => {
    expect(Object.keys(registry)).toEqual(Object.keys(problems));
    for (const [name, read] of Object.entries(registry))
      expect((await read()).problem, name).toBe(problems[name].problem);
  });

  it("builds only the problem that is solved", () => {
    const modules = modulesOf(["solve", "rolling/ball-place", "--json"]);
    const packaged = Object.keys(registry).filter((name) =>
      modules.some((url) => url.endsWith(`/dist/problems/${name}.js`)),
    );
    expect(packaged).toEqual(["rolling/ball-place"]);
    expect(modules.filter((url) => url.includes("/dist/src/")).length).toBeGreaterThan(50);
  });

  it("gives users' files the problem that they import, in files beside them too", async () => {
    writeFileSync(join(folder, "beside.ts"), 'export { problem } from "bankshot/problems/rolling/ball-place";\n');
    writeFileSync(
      join(folder, "all.ts"),
      `import { problems } from "bankshot/problems";
       import { problem as same } from "./beside.ts";
       if (problems["rolling/ball-place"].problem !== same) throw new Error("two problems");
       export const problem = same;`,
    );
    const { problem } = await userProblem(join(folder, "all.ts"), "all.ts");
    expect(problem).toBe(problems["rolling/ball-place"].problem);
    writeFileSync(
      join(folder, "required.cjs"),
      'const { problems } = require("bankshot/problems");\nexports.problem = problems["rolling/disk"].problem;\n',
    );
    expect((await userProblem(join(folder, "required.cjs"), "required.cjs")).problem).toBe(
      problems["rolling/disk"].problem,
    );
  });
});
