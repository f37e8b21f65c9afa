import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, describe, expect, it } from "vitest";
import { doorAliases } from "../../src/app/bundled/doors.js";
import { bits } from "./bits-page.js";
import { browserForTests, noBrowser, served } from "./browser.js";

// both compilers must give the same bits
const visit = browserForTests("long");
const folder = mkdtempSync(join(tmpdir(), "bankshot-bits-"));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

// needs a browser: without one the reason stands in the name
describe.skipIf(noBrowser !== undefined)(`bits${noBrowser ? ` (left out: ${noBrowser})` : ""}`, () => {
  it("of functions and motions are the same in Node and in Chromium", async () => {
    await build({
      configFile: false,
      logLevel: "silent",
      resolve: { alias: doorAliases },
      build: {
        outDir: folder,
        emptyOutDir: false,
        lib: { entry: join(import.meta.dirname, "bits-page.ts"), formats: ["es"], fileName: "bits" },
      },
    });
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>bits</title>");
    const { url, server } = await served(folder);
    servers.push(server);
    const { page } = await visit();
    await page.goto(url);
    // as text: what a test file imports is imported by its runner
    const there = await page.evaluate<Record<string, string>>('import("/bits.js").then((page) => page.bits())');
    const here = await bits();
    expect(Object.keys(here).length).toBeGreaterThan(10);
    expect(there).toEqual(here);
  });
});
