import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./stored.js";

/**
 * Bundles the programs inside reports, studies and the playground, each by the `vite.config.ts` of its folder. They are left as they are where they
 * were made from just these files and nobody touched them since: `npm ci` makes them, and `npm test` need not do so again.
 */

/** Folders of programs, those that others carry first. */
const programs = ["src/app/report", "src/app/studies/view", "src/app/playground"];

/** All that a bundle is made from, and what is made of it. */
const sources = ["src", "problems", "package.json", "package-lock.json"];
const made = ["dist/src/app/report/client.iife.js", "dist/src/app/studies/view/study.iife.js", "dist/site/assets"];
/** Beside other parts of the site. */
const besides = /^(?:index\.html|sandbox\.html|.*\.js)$/;

const site = join(root, "dist/site");
/** The key of what was made, and from what. */
const keyFile = join(root, "dist/bundles.txt");

function filesOf(place: string): string[] {
  if (!existsSync(join(root, place))) return [];
  if (statSync(join(root, place)).isFile()) return [place];
  const inside = readdirSync(join(root, place), { recursive: true, encoding: "utf8" });
  return inside.map((name) => `${place}/${name}`).filter((name) => statSync(join(root, name)).isFile());
}

function keyNow(): string {
  const hash = createHash("sha256").update(process.version);
  const tops = existsSync(site) ? readdirSync(site).filter((name) => besides.test(name)) : [];
  for (const file of [...[...sources, ...made].flatMap(filesOf), ...tops.map((name) => `dist/site/${name}`)].sort()) {
    const text = readFileSync(join(root, file));
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}

if (existsSync(keyFile) && readFileSync(keyFile, "utf8") === keyNow()) console.log("bundles are up to date");
else {
  rmSync(keyFile, { force: true });
  rmSync(join(site, "assets"), { recursive: true, force: true });
  const vite = join(root, "node_modules/vite/bin/vite.js");
  for (const program of programs)
    execFileSync(process.execPath, [vite, "build", "--config", join(program, "vite.config.ts")], {
      cwd: root,
      stdio: "inherit",
    });
  writeFileSync(keyFile, keyNow());
}
