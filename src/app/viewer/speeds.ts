/** Speeds to choose from, as shares of real time. */
const speeds = [10, 5, 2, 1, 1 / 2, 1 / 5, 1 / 10, 1 / 20, 1 / 50, 1 / 100, 1 / 200];
/** How long a motion should take to play unless somebody chooses otherwise [s]. */
const pleasant = 6;

export interface Speed {
  readonly value: number;
  readonly name: string;
}

/** Speeds at which a motion lasts from a second to a minute, and the one of them that is best at first. */
export function speedsFor(
  duration: number,
  realTime: boolean,
): { readonly all: readonly Speed[]; readonly best: number } {
  const fit = speeds.filter((speed) => speed === 1 || (duration / speed >= 1 && duration / speed <= 60));
  const away = (speed: number): number => Math.abs(Math.log(duration / speed / pleasant));
  const best = realTime || !(duration > 0) ? 1 : fit.reduce((a, b) => (away(b) < away(a) ? b : a));
  return { all: fit.map((value) => ({ value, name: nameOf(value) })), best };
}

const nameOf = (speed: number): string =>
  speed === 1 ? "real time" : speed > 1 ? `${speed} × faster` : `${Math.round(1 / speed)} × slower`;
