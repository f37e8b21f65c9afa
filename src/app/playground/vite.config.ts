import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { bundledPackages } from "../bundled/bundled.js";
import { doorAliases } from "../bundled/doors.js";
import { sandbox } from "../bundled/sandbox.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The version comes from package.json, which a page does not have. */
const version: Plugin = {
  name: "version",
  enforce: "pre",
  load(id) {
    if (!id.endsWith("/src/app/run/version.ts")) return undefined;
    const { version: is } = JSON.parse(readFileSync(here("../../../package.json"), "utf8")) as { version: string };
    return `export const version = ${JSON.stringify(is)};`;
  },
};

/** The program inside reports is built before; exported reports carry it. */
const reportClient: Plugin = {
  name: "report-client",
  generateBundle() {
    const source = readFileSync(here("../../../dist/src/app/report/client.iife.js"), "utf8");
    this.emitFile({ type: "asset", fileName: "report-client.js", source });
  },
};

/** Builds the playground into a folder that any web server can serve from any path: every address in it is relative. */
export default defineConfig({
  root: here("."),
  base: "./",
  logLevel: "warn",
  publicDir: false,
  resolve: { alias: doorAliases },
  plugins: [
    version,
    reportClient,
    sandbox(new URL("./maker/code/sandbox-program.ts", import.meta.url).href, [version]),
    ...bundledPackages("playground"),
  ],
  worker: {
    format: "es",
    plugins: () => [version, ...bundledPackages("worker")],
    rolldownOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "assets/[name]-[hash].js" } },
  },
  build: {
    outDir: here("../../../dist/site"),
    // other parts of the site are built beside it
    emptyOutDir: false,
    target: "es2022",
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
});
