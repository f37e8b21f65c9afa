import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { doorAliases } from "../../src/app/bundled/doors.js";

const root = join(import.meta.dirname, "../..");

/**
 * Libraries in chunks of their own, which are loaded when a design or a step with contact modes needs them; their
 * loaders ask where they run before they ask for Node, for which they get an empty module.
 */
const isLibrary = (id: string): boolean =>
  /node_modules\/(nlopt-js|glpk\.js|highs|three|@gltf-transform)\/|^__vite-browser-external/.test(id);

/** Everything that a page importing this entry would load: where its scripts stand, and the text of all but those. */
async function bundle(entry: string): Promise<{ directory: string; code: string }> {
  const built = await build({
    configFile: false,
    root,
    logLevel: "silent",
    resolve: { alias: doorAliases },
    build: { write: false, minify: false, lib: { entry: join(root, entry), formats: ["es"], fileName: "bundle" } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !("output" in output)) throw new Error("nothing was built");
  const directory = mkdtempSync(join(tmpdir(), "bankshot-"));
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  let code = "";
  for (const chunk of output.output) {
    if (!("code" in chunk)) continue;
    writeFileSync(join(directory, chunk.fileName), chunk.code);
    if (!Object.keys(chunk.modules).some(isLibrary)) code += chunk.code;
  }
  return { directory, code };
}

/** A name that each door must have. */
const names: Readonly<Record<string, string>> = {
  "src/index.ts": "solve",
  "src/geometry.ts": "convexHull",
  "src/robots.ts": "parseUrdf",
  "src/solvers.ts": "solveMiqp",
  "problems/index.ts": "problems",
};

describe("in a browser", () => {
  it.each(Object.keys(names))("%s bundles without Node built-ins", async (entry) => {
    const { directory, code } = await bundle(entry);
    expect(/from\s*"node:|require\(|__vite-browser-external|\bprocess\./.exec(code)).toBeNull();
    const module = (await import(pathToFileURL(join(directory, "bundle.js")).href)) as Record<string, unknown>;
    expect(Object.keys(module)).toContain(names[entry]);
  });
});
