/** What is used of nlopt-js, which comes without types. */
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
  /** Throws a text that begins with the address of an exception: the build cannot catch its own. */
  optimize(start: readonly number[]): unknown;
}

/** The library, and its memory as it was when it was loaded. */
export interface Library {
  readonly nlopt: Nlopt;
  /** Puts the memory back: every run starts from the same bits, and nothing of an earlier run stays in it. */
  restore(): void;
  /** What the exception says that a run ended with; undefined for what the library did not throw. */
  reasonOf(error: unknown): string | undefined;
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
    nlopt = (await import("nlopt-js")).default as unknown as Nlopt;
  } finally {
    restoreHost();
  }
  await nlopt.ready;
  seed(nlopt);
  const memory = new Uint8Array(nlopt.HEAPF64.buffer);
  // most of it has never been used, and zeros are quicker written than copied
  let used = memory.length;
  while (memory[used - 1] === 0) used--;
  const fresh = memory.slice(0, used);
  return {
    nlopt,
    restore() {
      // objects of an earlier run must be let go before their memory is taken back
      nlopt.GC.flush();
      memory.set(fresh);
      memory.fill(0, used);
    },
    reasonOf(error) {
      if (typeof error !== "string" && typeof error !== "number") return undefined;
      return exceptionText(memory, Number.parseInt(String(error), 10)) ?? "its library failed without a reason";
    },
  };
}

/** The text of a C++ exception at an address: behind its table of functions stands a pointer to it, ended by a zero. */
function exceptionText(memory: Uint8Array, address: number): string | undefined {
  const view = new DataView(memory.buffer);
  if (!(address >= 0 && address + 8 <= memory.length)) return undefined;
  const from = view.getUint32(address + 4, true);
  const to = memory.indexOf(0, from);
  const text = String.fromCharCode(...memory.subarray(from, Math.min(to, from + longestReason)));
  return /^[ -~]+$/.test(text) ? text : undefined;
}

/** Most characters of a reason; what is longer is no text. */
const longestReason = 200;

/**
 * The random methods draw their seed from the clock at their first run. One run at a clock that stands still makes them
 * the same everywhere; the memory that is kept includes what they drew.
 */
function seed(nlopt: Nlopt): void {
  const clock = Date.now;
  Date.now = () => 0;
  try {
    const first = new nlopt.Optimize(nlopt.Algorithm.GN_CRS2_LM, 1);
    first.setMinObjective((x) => x[0]! * x[0]!, 1e-3);
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
  const host = typeof world.process?.listeners === "function" ? (world.process as Host) : undefined;
  const events = ["uncaughtException", "unhandledRejection"];
  const before = events.map((event) => new Set(host?.listeners(event)));
  return () => {
    if (!unpacks) delete world.Buffer;
    events.forEach((event, i) => {
      for (const listener of host?.listeners(event) ?? [])
        if (!before[i]!.has(listener)) host!.removeListener(event, listener);
    });
  };
}
