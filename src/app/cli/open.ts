import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { BadInput } from "../../motion/problem/problem.js";
import { findProblem } from "../run/find.js";
import type { Found } from "../run/found.js";
import { linkOf, type Place, placeOfRun } from "../run/place.js";
import { definitionOf } from "../run/saved/definition.js";
import { catalogue } from "./catalogue.js";
import type { Io } from "./io.js";
import { badInput } from "./refusal.js";
import { serve } from "./server/serve.js";

/** The place in which the build leaves the page: in `dist/site`, seen from here once built and from the source. */
const places = ["../../../site/", "../../../dist/site/"];

export interface OpenFlags {
  readonly open: boolean;
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
  const server = serve(
    directory,
    new Map(file === undefined ? [] : [[localPath, () => local(file, io.cwd)]]),
    new Map([[cataloguePath, catalogue]]),
  );
  const port = await listen(server, wanted);
  if (port !== wanted && wanted !== 0) io.err(`Port ${wanted} is taken; this is port ${port}.\n`);
  const address = `http://localhost:${port}/${found === undefined ? "" : linkOf(placeOf(found, file))}`;
  io.out(`The playground is at ${address}\nCtrl-C ends it.\n`);
  if (flags.open) await openInBrowser(address);
  await untilInterrupted(io.signal);
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
/** and here the list of problems: without pictures where the results that they belong to were not built. */
const cataloguePath = "/results/index.json";

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
