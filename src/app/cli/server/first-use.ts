import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

/** A part of the site that is built when it is first wanted. */
export interface Part {
  /** In a sentence: "The notebooks" */
  readonly name: string;
  /** Beginning of the paths of its pages. */
  readonly path: string;
  readonly isThere: () => boolean;
  /** A program of Node with its arguments, seen from the root. */
  readonly command: readonly string[];
  /** How much of it is done, where that can be counted. */
  readonly counted?: () => { readonly done: number; readonly of: number };
}

/** How far a building is: a sentence, and the share that is done, from 0 to 1. */
export interface Stage {
  readonly text: string;
  readonly share: number;
}

export interface Building {
  /** Undefined once all is there. */
  readonly stage: () => Stage | undefined;
  /** The page in place of one that is not built yet. */
  readonly awaited: (path: string) => string | undefined;
  readonly end: () => void;
}

/**
 * The parts of a checkout's site that its packages build and `npm ci` does not, in the order in which people look for them.
 * None in a package that was installed without its builders.
 */
export function partsOf(root: string, problems: number): Part[] {
  const site = join(root, "dist/site");
  const programs = join(root, "dist/src/app/site");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
  if (![join(programs, "docs.js"), vite, typedoc, join(root, "notebooks/vite.config.ts")].every(existsSync)) return [];
  const index = join(site, "docs/index.html");
  const results = join(site, "results/key.txt");
  const counted = (): { done: number; of: number } => ({
    done: listedIn(join(site, "results/index.json")),
    of: problems,
  });
  const docs = { name: "The documentation", path: "/docs/", command: [join(programs, "docs.js")] };
  return [
    { ...docs, isThere: () => existsSync(index) },
    {
      name: "The notebooks",
      path: "/notebooks/",
      isThere: () => existsSync(join(site, "notebooks/index.html")),
      command: [vite, "build", "--config", "notebooks/vite.config.ts"],
    },
    {
      name: "The page of licences",
      path: "/licences.html",
      isThere: () => existsSync(join(site, "licences.html")),
      command: [join(programs, "licences.js")],
    },
    {
      name: "The reference",
      path: "/docs/api/",
      isThere: () => existsSync(join(site, "docs/api/index.html")),
      command: [typedoc, "--options", "src/app/site/typedoc.json"],
    },
    {
      name: "Results and pictures of the problems",
      path: "/results/",
      isThere: () => existsSync(results),
      counted,
      command: [join(programs, "results.js"), "--background"],
    },
    // once more, with results and pictures
    { ...docs, isThere: () => existsSync(results) && writtenAt(index) >= writtenAt(results) },
  ];
}

const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function listedIn(file: string): number {
  if (!existsSync(file)) return 0;
  return (JSON.parse(readFileSync(file, "utf8")) as unknown[]).length;
}

/** A part whose progress is not counted takes as long as so many problems. */
const uncounted = 4;

/** Builds the parts that are not there, one after the other, while people look at what there is already. */
export function build(parts: readonly Part[], root: string): Building {
  const missing = parts.filter(({ isThere }) => !isThere());
  const failed = new Map<Part, string>();
  const work = missing.map(({ counted }) => counted?.().of ?? uncounted);
  const all = work.reduce((sum, one) => sum + one, 0);
  let at = 0;
  let end = (): void => {};
  const isOver = (): boolean => at >= missing.length;

  function next(): void {
    const part = missing[at];
    if (part === undefined) return;
    const child = spawn(process.execPath, part.command, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
    // the page and its solver come first
    if (child.pid !== undefined) yieldTo(child.pid);
    let said = "";
    child.stderr.on("data", (text) => {
      said = `${said}${text}`.slice(-2000);
    });
    end = () => void child.kill();
    child.once("close", (code) => {
      if (isOver()) return;
      if (code !== 0) failed.set(part, reasonIn(said));
      at++;
      next();
    });
    child.once("error", (error) => failed.set(part, error.message));
  }

  function stage(): Stage | undefined {
    const part = missing[at];
    if (part === undefined) {
      const [trouble] = failed;
      return trouble && { text: `${trouble[0].name} could not be built: ${trouble[1]}`, share: 1 };
    }
    const counted = part.counted?.();
    const done = work.slice(0, at).reduce((sum, one) => sum + one, counted?.done ?? 0);
    const many = counted === undefined ? "" : `, ${counted.done} of ${counted.of}`;
    return { text: `${part.name}: being built${many}.`, share: done / all };
  }

  next();
  return {
    stage,
    awaited(path) {
      const part = /(?:\/|\.html)$/.test(path)
        ? missing.findLast((one) => path.startsWith(one.path) && !one.isThere())
        : undefined;
      if (part === undefined) return undefined;
      const trouble = failed.get(part);
      return trouble === undefined
        ? waiting(`${part.name}: built when first used. This page opens by itself when that is done.`, stage())
        : waiting(`${part.name} could not be built: ${trouble}`);
    },
    end() {
      at = missing.length;
      end();
    },
  };
}

function yieldTo(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it may have ended already
  }
}

/** The error that a program printed, else its last line. */
const reasonIn = (text: string): string => /^\w*Error:? .*$/m.exec(text)?.[0] ?? text.trim().split("\n").at(-1) ?? "";

/** A page that asks again by itself while there is something to wait for. */
const waiting = (sentence: string, stage?: Stage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Being built – bankshot</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${stage === undefined ? "" : '<meta http-equiv="refresh" content="2">'}
<style>:root { color-scheme: light dark; } body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1rem; } progress { width: 100%; }</style>
</head><body><main><h1>bankshot</h1><p>${escapeHtml(sentence)}</p>
${stage === undefined ? "" : `<p><progress aria-label="Built so far" max="1" value="${stage.share.toFixed(3)}"></progress><br>${escapeHtml(stage.text)}</p>`}
<p><a href="/">To the playground</a></p></main></body></html>
`;

const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
