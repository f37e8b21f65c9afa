import { join } from "node:path";
import { build } from "vite";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Everything that a page importing this entry would load, as one script. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: "silent",
    build: { write: false, minify: false, lib: { entry: join(root, entry), formats: ["es"], fileName: "bundle" } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !("output" in output)) throw new Error("nothing was built");
  return output.output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
}

describe("in a browser", () => {
  it.each(["src/index.ts", "problems/index.ts"])("%s bundles without Node built-ins and solves", async (entry) => {
    const code = await bundle(entry);
    expect(code).not.toMatch(/from\s*"node:|require\(|__vite-browser-external|\bprocess\./);
    const module = (await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)) as Record<
      string,
      unknown
    >;
    expect(Object.keys(module)).toContain(entry.startsWith("src") ? "solve" : "problems");
  });
});
