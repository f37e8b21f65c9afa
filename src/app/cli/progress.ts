import type { ProgressInfo } from "../../motion/march/task.js";
import { type Scanned, scanText } from "../run/work.js";
import type { Io } from "./io.js";

/** The picture of a run while it is under way; `end` leaves the terminal as it was. */
export interface Progress {
  readonly report: (info: ProgressInfo) => void;
  readonly end: () => void;
}

/** Starts a line of the terminal anew. */
const anew = "\r\x1b[2K";
/** Characters of a bar. */
const barWidth = 20;

/** One line an iteration, and a single line that follows a design or a scan; silent when nobody watches. */
export function progress(io: Io, starts = 1): Progress {
  if (!io.live) return { report: () => {}, end: () => {} };
  const searches = new Map<number, ProgressInfo>();
  let followed = false;
  const end = (): void => {
    if (followed) io.err(anew);
    followed = false;
  };
  const follow = (line: string): void => {
    io.err(`${anew}${line}`);
    followed = true;
  };
  return {
    report(info) {
      if (info.scanned !== undefined) follow(scanLine(info.scanned));
      else if (info.phase === "design") {
        searches.set(info.start ?? 0, info);
        follow(designLine([...searches.values()], starts));
      } else {
        end();
        io.err(iterationLine(info));
      }
    },
    end,
  };
}

/** "scan [######--------------] 193 of 601 samples, 2 launches so far". */
const scanLine = (scanned: Scanned): string => `scan ${bar(scanned.done / scanned.of)} ${scanText(scanned)}`;

function bar(share: number): string {
  const done = Math.round(barWidth * share);
  return `[${"#".repeat(done)}${"-".repeat(barWidth - done)}]`;
}

function iterationLine({ phase, iteration, residual, merit, stepLength, stepKind }: ProgressInfo): string {
  const step = iteration === 0 ? "" : `  step ${stepLength.toPrecision(2)} ${stepKind}`;
  const cost = phase === "optimise" ? `  cost ${merit.toPrecision(6)}` : "";
  return `${phase.padEnd(8)}${String(iteration).padStart(4)}  residual ${residual.toExponential(2)}${cost}${step}\n`;
}

/** "design [#####---------------] start 2 of 8, 61 simulations, constraints missed by 3.1e-9, cost 0.0086". */
function designLine(searches: readonly ProgressInfo[], starts: number): string {
  const simulations = searches.reduce((sum, { iteration }) => sum + iteration, 0);
  const best = searches.reduce((a, b) => (b.residual < a.residual ? b : a));
  const started = starts > 1 ? `${bar(searches.length / starts)} start ${searches.length} of ${starts}, ` : "";
  const count = `${simulations} simulation${simulations === 1 ? "" : "s"}`;
  return `design ${started}${count}, constraints missed by ${best.residual.toExponential(1)}, cost ${best.merit.toPrecision(3)}`;
}
