import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { observable } from "@observablehq/notebook-kit/vite";
import { defineConfig } from "vite";
import { bundledPackages } from "../src/app/bundled/bundled.js";
import { doorAliases } from "../src/app/bundled/doors.js";
import { themeScript } from "../src/app/site/page.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const styles = here("../node_modules/@observablehq/notebook-kit/dist/src/styles/");

/**
 * Builds every notebook of this folder into a page of its own. The kit's own configuration takes libraries from a
 * content network when the page is read; here all of them come from the packages that are installed, so that a page
 * works without a network.
 */
export default defineConfig({
  root: here("."),
  base: "./",
  appType: "mpa",
  logLevel: "warn",
  plugins: [
    observable({
      template: here("kit/template.html"),
      transformTemplate: (text) => text.replace("</head>", `<script>${themeScript}</script></head>`),
    }),
    ...bundledPackages("notebooks"),
  ],
  resolve: {
    alias: [
      { find: /^observable:runtime$/, replacement: here("kit/runtime.ts") },
      { find: /^observable:runtime\/(.*)$/, replacement: `${styles}../runtime/$1` },
      { find: /^observable:styles\/(.*)$/, replacement: `${styles}$1` },
      ...doorAliases,
    ],
  },
  build: {
    outDir: here("../dist/site/notebooks"),
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: readdirSync(here("."))
        .filter((name) => name.endsWith(".html"))
        .map((name) => here(name)),
    },
  },
});
