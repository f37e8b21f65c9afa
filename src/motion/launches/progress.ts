import type { ProgressInfo } from "../march/task.js";

/** The rest of a scan's line of progress: it leaves no residual, and takes no steps of a Newton. */
export const scanInfo = {
  phase: "scan",
  residual: Number.NaN,
  merit: Number.NaN,
  stepLength: 1,
  stepKind: "newton",
} as const;

/** Reports of the parts of a search, each of which tells how far all of them are together. */
export function together(parts: number, report: (info: ProgressInfo) => void): ((info: ProgressInfo) => void)[] {
  const newest: ProgressInfo[] = [];
  return Array.from({ length: parts }, (_, k) => (info) => {
    newest[k] = info;
    const all = newest.filter((one) => one !== undefined);
    const done = all.reduce((sum, { scanned }) => sum + (scanned?.done ?? 0), 0);
    const iteration = all.reduce((sum, one) => sum + one.iteration, 0);
    const found = all.reduce((sum, { scanned }) => sum + (scanned?.found ?? 0), 0);
    report({ ...info, iteration, scanned: { done, of: parts * (info.scanned?.of ?? 0), found } });
  });
}
