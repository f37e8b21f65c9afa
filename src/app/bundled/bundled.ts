/**
 * Parts that the builds of pages share: names of users' imports as aliases of sources, and a record of the packages
 * that go into a bundle, from which the page of licences is made. It runs in builds only and is never shipped; each
 * file may be touched without reading the rest.
 *
 * @module app/bundled
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** The folder in which the builds of the site, which run from source, leave the names of what went into them. */
const bundledFolder = fileURLToPath(new URL("../../../dist/bundled/", import.meta.url));

/** The site is built without the one package under the GPL: `BANKSHOT_LP=highs npm run build`. */
const withoutGpl = process.env.BANKSHOT_LP === "highs";

/** The package that a module belongs to; undefined for one of our own. */
export function packageOf(module: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll("\\", "/"))?.[1];
}

/**
 * Plugins of every build of the site. One writes the packages of a bundle to `dist/bundled/<name>.json`, from
 * which the page of licences is made; another leaves glpk.js out where that is asked for.
 */
export function bundledPackages(name: string): Plugin[] {
  const packages = new Set<string>();
  const record: Plugin = {
    name: "bundled-packages",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const files = chunk.type === "chunk" ? Object.keys(chunk.modules) : chunk.originalFileNames;
        for (const file of files) {
          const found = packageOf(file.replace(/^\0/, ""));
          if (found !== undefined) packages.add(found);
        }
      }
      mkdirSync(bundledFolder, { recursive: true });
      writeFileSync(join(bundledFolder, `${name}.json`), `${JSON.stringify([...packages].sort())}\n`);
    },
  };
  return withoutGpl ? [noGlpk, record] : [record];
}

const nothing = "\0no-glpk";

/** Puts a module that does not load in the place of glpk.js: `loadLp` then takes HiGHS. */
const noGlpk: Plugin = {
  name: "no-glpk",
  enforce: "pre",
  resolveId: (id) => (/^glpk\.js(?:\/|$)/.test(id) ? nothing : undefined),
  load: (id) =>
    id === nothing ? 'export default () => Promise.reject(new Error("built without glpk.js"));' : undefined,
};
