import { type NloptMemory, nloptMemory } from "./nlopt-memory.js";

/** The part of nlopt-js that is used; it comes without types. */
export interface Nlopt {
  readonly Algorithm: Readonly<Record<string, unknown>>;
  readonly Optimize: new (algorithm: unknown, variables: number) => Optimize;
  readonly HEAPF64: Float64Array;
  readonly GC: { flush(): number };
  readonly ready: Promise<void>;
}

/** A function of x that also writes its gradient where one is asked for. */
export type Scalar = (x: Float64Array, gradient: Float64Array | null) => number;

interface Optimize {
  setLocalOptimizer(local: Optimize): void;
  setLowerBounds(lower: readonly number[]): void;
  setUpperBounds(upper: readonly number[]): void;
  /** The tolerance is on steps, relative to x. */
  setMinObjective(objective: Scalar, tolerance: number): void;
  addInequalityConstraint(constraint: Scalar, tolerance: number): void;
  addEqualityConstraint(constraint: Scalar, tolerance: number): void;
  setMaxeval(evaluations: number): void;
  /** Throws the address of an exception: the build cannot catch its own. */
  optimize(start: readonly number[]): unknown;
}

/** The library, and its memory as it was when it was loaded. */
export interface Library {
  readonly nlopt: Nlopt;
  readonly memory: NloptMemory;
}

let loaded: Promise<Library> | undefined;

/** Loads the library when it is first asked for: a megabyte that only designs pay. */
export function loadNlopt(): Promise<Library> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Library> {
  const restoreHost = guardHost();
  let nlopt: Nlopt;
  try {
    // @ts-expect-error: the package brings no types
    nlopt = (await import("nlopt-js")).default;
  } finally {
    restoreHost();
  }
  await nlopt.ready;
  drawSeed(nlopt);
  return { nlopt, memory: nloptMemory(nlopt) };
}

/**
 * The random methods draw their seed from the clock at their first run. One run at a clock that stands still makes them
 * the same everywhere; the memory that is kept includes what they drew.
 */
function drawSeed(nlopt: Nlopt): void {
  const clock = Date.now;
  Date.now = () => 0;
  try {
    const first = new nlopt.Optimize(nlopt.Algorithm.GN_CRS2_LM, 1);
    first.setMinObjective((x) => x[0] * x[0], 1e-3);
    first.setLowerBounds([0]);
    first.setUpperBounds([1]);
    first.setMaxeval(1);
    first.optimize([0.5]);
  } finally {
    Date.now = clock;
  }
}

interface Host {
  listeners(event: string): unknown[];
  removeListener(event: string, listener: unknown): void;
}

/** Gives the library what it needs while it loads, and takes back what it took: the program's handlers of faults. */
function guardHost(): () => void {
  const world = globalThis as { global?: unknown; process?: Partial<Host>; window?: unknown; Buffer?: unknown };
  // its wrapper names `global`, which pages do not have
  world.global ??= globalThis;
  // it unpacks itself by `window.atob` or by `Buffer`, and workers have neither
  const unpacks = world.window !== undefined || world.Buffer !== undefined;
  if (!unpacks) world.Buffer = { from: (text: string) => ({ toString: () => atob(text) }) };
  const restoreListeners =
    typeof world.process?.listeners === "function" ? guardListeners(world.process as Host) : undefined;
  return () => {
    if (!unpacks) delete world.Buffer;
    restoreListeners?.();
  };
}

/** Remembers who hears of faults, and takes away who came since. */
function guardListeners(host: Host): () => void {
  const events = ["uncaughtException", "unhandledRejection"];
  const before = events.map((event) => new Set(host.listeners(event)));
  return () => {
    events.forEach((event, i) => {
      for (const listener of host.listeners(event)) if (!before[i].has(listener)) host.removeListener(event, listener);
    });
  };
}
