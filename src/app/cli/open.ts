import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BadInput } from "../../motion/problem/problem.js";
import type { NamedProblem, News } from "../playground/messages.js";
import { findProblem } from "../run/find.js";
import type { Found } from "../run/found.js";
import { packagedNames } from "../run/packaged.js";
import { linkOf, type Place, placeOfRun } from "../run/place.js";
import { definitionOf } from "../run/saved/definition.js";
import { catalogue } from "./catalogue.js";
import type { Io } from "./io.js";
import { badInput } from "./refusal.js";
import { type Building, build, partsOf } from "./server/first-use.js";
import { type Answer, serve } from "./server/serve.js";

/** The place in which the build leaves the page: in `dist/site`, seen from here once built and from the source. */
const places = ["../../../site/", "../../../dist/site/"];

export interface OpenFlags {
  readonly open: boolean;
  readonly build: boolean;
  readonly port?: string;
}

/** `bankshot open`: serves the playground to this machine until it is interrupted; exit code 0. */
export async function open(reference: string | undefined, flags: OpenFlags, io: Io): Promise<number> {
  const wanted = portOf(flags.port);
  const directory = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(isSite);
  if (directory === undefined)
    throw new BadInput("open", "The playground was not built: run `npm run build:package` in the package first.");
  // looked at now, so that what is wrong with a file is said here, too
  const found = reference === undefined ? undefined : await findProblem(reference, io.cwd);
  // a problem of the package is in the page
  const file = found === undefined || "name" in found.source ? undefined : reference;
  const building = build(
    flags.build ? partsOf(join(directory, "../.."), packagedNames.length) : [],
    join(directory, "../.."),
  );
  const answers: (readonly [string, Answer])[] = [
    [cataloguePath, () => listed(directory, file === undefined ? undefined : { file, cwd: io.cwd })],
    [newsPath, async () => newsOf(directory, building, file === undefined ? undefined : resolve(io.cwd, file))],
  ];
  if (file !== undefined) answers.push([localPath, () => local(file, io.cwd)]);
  const server = serve(directory, new Map(answers), building.awaited);
  const port = await listen(server, wanted);
  if (port !== wanted && wanted !== 0) io.err(`Port ${wanted} is taken; this is port ${port}.\n`);
  const address = `http://localhost:${port}/${found === undefined ? "" : linkOf(placeOf(found, file))}`;
  const meanwhile =
    building.stage() === undefined
      ? ""
      : "The rest of the site (documentation, notebooks, results) is built meanwhile, once: some minutes, and the page tells how far.\n";
  io.out(`The playground is at ${address}\n${meanwhile}Ctrl-C ends it.\n`);
  if (flags.open) await openInBrowser(address);
  await untilInterrupted(io.signal);
  building.end();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  return 0;
}

async function openInBrowser(address: string): Promise<void> {
  const { default: open } = await import("open");
  // without a browser on this machine the address is enough
  await open(address).catch(() => {});
}

const isSite = (directory: string): boolean => existsSync(`${directory}index.html`);

/** The port where none is asked for. */
const usual = 4321;

function portOf(text: string | undefined): number {
  if (text === undefined) return usual;
  const port = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new BadInput("--port", `--port takes a whole number from 0 to 65535, and "${text}" is none.`);
  return port;
}

/** The page's first place: a problem by its name or file, and what a saved result says of its run. */
function placeOf({ source, saved }: Found, file: string | undefined): Place {
  const problem = "name" in source ? source.name : `file:${file}`;
  // of a file the page asks for both
  return saved === undefined || file !== undefined ? { problem, set: {} } : { problem, ...placeOfRun(saved) };
}

/** Under this address the page finds the problem of a file, read anew each time, */
const localPath = "/local.json";
/** here the list of problems: without pictures where the results that they belong to are not built yet, */
const cataloguePath = "/results/index.json";
/** and here what has changed since it was opened. */
const newsPath = "/news.json";

interface OwnFile {
  readonly file: string;
  readonly cwd: string;
}

/** Every problem of the list: a file's own first, then those of the package, as they are stored where they are. */
async function listed(directory: string, own: OwnFile | undefined): Promise<NamedProblem[]> {
  const index = join(directory, cataloguePath);
  const stored = existsSync(index) ? (JSON.parse(readFileSync(index, "utf8")) as NamedProblem[]) : [];
  const names = new Map(stored.map((entry) => [entry.name, entry]));
  const all =
    names.size === packagedNames.length ? stored : (await catalogue()).map((one) => names.get(one.name) ?? one);
  return own === undefined ? all : [await ownEntry(own), ...all];
}

/** A user's file in the list; while there is a mistake in it, by its name alone. */
async function ownEntry({ file, cwd }: OwnFile): Promise<NamedProblem> {
  const name = `file:${file}`;
  try {
    const { problem, expected } = await findProblem(file, cwd);
    return { name, title: problem.title || problem.name, verb: expected?.verb ?? "solve" };
  } catch {
    return { name, title: file, verb: "solve" };
  }
}

/** Answers a page that stays open and asks now and then. */
function newsOf(directory: string, building: Building, file: string | undefined): News {
  const stage = building.stage();
  const has = (page: string): boolean =>
    existsSync(join(directory, page)) || building.awaited(`/${page}`) !== undefined;
  return {
    pages: { docs: has("docs/index.html"), notebooks: has("notebooks/index.html") },
    ...(stage && { building: stage }),
    ...(file !== undefined && { file: stampOf(file) }),
  };
}

/** Most files beside a user's own that are looked at for changes. */
const mostBeside = 200;

/** Changes whenever a user's file does, or one beside it that it may import. */
function stampOf(file: string): string {
  const folder = dirname(file);
  try {
    const beside = readdirSync(folder).filter((name) =>
      /\.(json|[cm]?[jt]s|urdf|xml|csv|stl|obj|gl(?:b|tf))$/i.test(name),
    );
    const files = [file, ...beside.slice(0, mostBeside).map((name) => join(folder, name))];
    return files.map((one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0).join(" ");
  } catch {
    return "";
  }
}

/** A file's problem as data, or why there is none. */
async function local(file: string, cwd: string): Promise<object> {
  try {
    const { problem, expected, saved } = await findProblem(file, cwd);
    const definition = definitionOf(problem);
    return sendable({ definition, ...(expected && { expected }), ...(saved && { run: placeOfRun(saved) }) }, file);
  } catch (error) {
    return { refusal: badInput(error)?.message ?? (error instanceof Error ? error.message : String(error)) };
  }
}

/** A file may export anything: a BigInt or a circle has no JSON. */
function sendable<T extends object>(told: T, file: string): T {
  for (const [field, value] of Object.entries(told))
    try {
      JSON.stringify(value);
    } catch {
      throw new BadInput(field, `${file}: ${field} must be plain data, and a BigInt or a circle in it is none.`);
    }
  return told;
}

/** Ports that are tried one after the other. */
const tries = 20;

async function listen(server: Server, first: number): Promise<number> {
  for (let port = first; port < first + tries; port++) {
    const taken = await new Promise<boolean>((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException): void =>
        error.code === "EADDRINUSE"
          ? resolve(true)
          : reject(
              new BadInput("--port", `Port ${port} cannot be served at (${error.code}): choose another by --port.`),
            );
      server.once("error", failed);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", failed);
        resolve(false);
      });
    });
    if (taken) continue;
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }
  throw new BadInput("--port", `Ports ${first} to ${first + tries - 1} are all taken: choose another by --port.`);
}

function untilInterrupted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
