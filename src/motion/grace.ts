/** Time [ms] that the best motion of a search may still take after its signal was aborted: shown is as much as it comes to. */
const grace = 50;

/** Runs with a signal that is aborted a while after another one. */
export async function withGrace<T>(
  signal: AbortSignal | undefined,
  run: (late: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    timer = setTimeout(() => stop.abort(), grace);
  };
  if (signal?.aborted) later();
  signal?.addEventListener("abort", later);
  try {
    return await run(stop.signal);
  } finally {
    signal?.removeEventListener("abort", later);
    clearTimeout(timer);
  }
}
