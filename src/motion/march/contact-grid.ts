import { turns } from "../../solve/drive.js";
import { emptyPath } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import type { Steps } from "../problem/grid.js";
import type { Marcher } from "./march.js";

/** A march that makes its own steps: of which problem, in which memory, and who may stop it. */
export interface GridMaking {
  readonly setup: Setup;
  readonly marcher: Marcher;
  readonly signal: AbortSignal | undefined;
}

/** Lengths of steps [s]: where bodies fly or roll along, and where contacts meet and part. */
export interface StepLengths {
  readonly flight: number;
  readonly contact: number;
}

/** Short steps after a contact has let go, as a part of the contact's own duration: room for a launch to change. */
const aftermath = 0.1;
/** A grid beyond this is refused: the whole horizon would not fit into memory. */
const mostSteps = 2_000_000;

/**
 * The grid of a motion with impacts: marches with long steps, and where a long step would meet a contact goes back one
 * step and takes short ones until the contact has let go. Once made it is frozen: a Newton on it sees a smooth problem.
 * Returns undefined where a step cannot be solved, the grid would not end, or somebody stopped it.
 */
export function* contactGrid(
  { setup, marcher, signal }: GridMaking,
  parameters: Float64Array,
  lengths: StepLengths,
): Generator<undefined, Steps | undefined> {
  const { steps } = setup;
  const end = steps.t[steps.h.length];
  const room = Math.min(mostSteps, Math.ceil(end / lengths.contact) + Math.ceil(end / lengths.flight) + 2);
  const grid = { t: new Float64Array(room + 1), h: new Float64Array(room) };
  const path = emptyPath(setup.compiled.kernels, room);
  marcher.begin(parameters, grid, path, false);
  let count = 0;
  /** Time until which short steps are taken, and since when a contact has pushed. */
  let fineUntil = 0;
  let pushingSince: number | undefined;
  const last = 1e-9 * end;
  const isTime = turns();
  while (end - grid.t[count] > last) {
    if (count >= room) return undefined;
    const t = grid.t[count];
    const fine = t < fineUntil || pushingSince !== undefined;
    const h = Math.min(fine ? lengths.contact : lengths.flight, end - t);
    grid.h[count] = h;
    grid.t[count + 1] = t + h;
    if (marcher.advance(count + 1).status !== "solved") return undefined;
    if (!fine && marcher.touching()) {
      // one more step back, so that a launch that lands a little earlier still lands in short steps
      const meeting = t + h;
      count = Math.max(0, count - 1);
      marcher.rewind(count);
      fineUntil = meeting;
      continue;
    }
    count++;
    if (marcher.touching()) pushingSince ??= t;
    else if (pushingSince !== undefined) {
      fineUntil = grid.t[count] + aftermath * (grid.t[count] - pushingSince);
      pushingSince = undefined;
    }
    if (!isTime()) continue;
    yield;
    if (signal?.aborted) return undefined;
  }
  grid.t[count] = end;
  return { t: grid.t.slice(0, count + 1), h: grid.h.slice(0, count) };
}
