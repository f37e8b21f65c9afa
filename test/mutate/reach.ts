/**
 * The stored bits in a process of their own: `node reach.js` runs all of them and prints which places of the compiled sources
 * each one reaches, and how long it takes; `node reach.js NAME …` runs these and ends with code 1 at the first that differs.
 */
import { Session } from "node:inspector/promises";
import { bitRuns } from "../bits/runs.js";

/** Places of a file that a run passes: from where, until where, counts of the innermost stretch decide. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isReached: boolean;
}

/** One run: its time [ms], and by file the functions that it entered, each with its stretches from the outermost on. */
export interface Reach {
  readonly name: string;
  readonly time: number;
  readonly files: Readonly<Record<string, readonly (readonly Stretch[])[]>>;
}

/** Only compiled sources, by their names from the folder of all. */
const ours = /\/dist\/(src\/(?:solve|motion|mechanics)\/.*\.js)$/;

async function measure(): Promise<Reach[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const reaches: Reach[] = [];
  for (const { name, stored, run } of bitRuns()) {
    await session.post("Profiler.takePreciseCoverage");
    const began = process.cpuUsage();
    if ((await run()) !== stored) {
      // one that differs without a mutant is no judge
      console.error(`${name} has other bits already`);
      continue;
    }
    const { user, system } = process.cpuUsage(began);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const files = result.flatMap(({ url, functions }) => {
      const [, file] = ours.exec(url) ?? [];
      const stretches = functions.map(({ ranges }) =>
        ranges.map(({ startOffset, endOffset, count }) => ({ from: startOffset, to: endOffset, isReached: count > 0 })),
      );
      return file === undefined ? [] : [[file, stretches] as const];
    });
    reaches.push({ name, time: (user + system) / 1000, files: Object.fromEntries(files) });
  }
  return reaches;
}

const names = new Set(process.argv.slice(2));
if (names.size === 0) {
  const told = JSON.stringify(await measure());
  // a pipe takes it piece by piece
  process.stdout.write(told, () => process.exit(0));
} else {
  for (const { name, stored, run } of bitRuns())
    if (names.has(name) && (await run()) !== stored) {
      console.log(name);
      process.exit(1);
    }
  process.exit(0);
}
