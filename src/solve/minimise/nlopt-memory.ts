/** The memory of nlopt's WebAssembly, as far as runs need it. */
export interface NloptMemory {
  /** Puts the memory back to what it was: every run starts from the same bits, and nothing of an earlier run stays in it. */
  rewind(): void;
  /** The reason that the library gives for an exception; undefined for what it did not throw. */
  reasonOf(error: unknown): string | undefined;
}

/**
 * This is the one place that looks into the memory of nlopt-js 0.1.1, because its interface leaves no other way to:
 *
 * - the same bits in every run. ISRES and CRS2 draw from one generator for the life of the process; the package can
 *   neither seed it nor make a second instance of itself, and a run that is replayed after a pause must draw the same
 *   numbers again;
 * - no memory lost. An exception that leaves the library, its own or one of ours that ends a run, unwinds none of its
 *   stack and frees nothing; ten thousand evaluations of ISRES would fill the memory;
 * - why a run ended. An exception arrives as an address, there is no last result to ask for, and "roundoff-limited" is a
 *   solution where all other reasons are failures.
 */
export function nloptMemory(nlopt: { readonly HEAPF64: Float64Array; readonly GC: { flush(): number } }): NloptMemory {
  const memory = new Uint8Array(nlopt.HEAPF64.buffer);
  // most of it has never been used, and zeros are quicker written than copied, and than looked at byte by byte
  const words = new Int32Array(nlopt.HEAPF64.buffer);
  let last = words.length;
  while (words[last - 1] === 0) last--;
  const used = last * words.BYTES_PER_ELEMENT;
  const first = memory.slice(0, used);
  return {
    rewind() {
      // objects of an earlier run must be let go before their memory is taken back
      nlopt.GC.flush();
      memory.set(first);
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
