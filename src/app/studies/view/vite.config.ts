import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Packages whose code or terms differ; all other parts of D3 come under the terms of d3-array. */
const licensed = ["@observablehq/plot", "d3-array", "d3-geo", "d3-scale-chromatic"];

/** The terms under which the bundled parts may be passed on: every report is a copy of them. */
const licenses = licensed.map(
  (name) => `${name}\n${readFileSync(here(`../../../../node_modules/${name}/LICENSE`), "utf8").trim()}`,
);

/** Bundles the program inside the page of a study into one script, which reports carry with them. */
export default defineConfig({
  root: here("."),
  logLevel: "warn",
  build: {
    lib: { entry: here("client/main.ts"), formats: ["iife"], name: "bankshotStudy", fileName: () => "study.iife.js" },
    rolldownOptions: { output: { postBanner: `/*!\n${licenses.join("\n\n")}\n*/` } },
    outDir: here("../../../../dist/src/app/studies/view"),
    emptyOutDir: false,
    target: "es2022",
    copyPublicDir: false,
  },
});
