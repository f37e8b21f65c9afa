import { design, type Result, simulate, solve } from "bankshot";
import { problems } from "bankshot/problems";
import type { RunOptions } from "bankshot/solvers";
import { hashOfElementary } from "../algebra/elementary/draws.js";

/** FNV-1a over bytes, twice with other beginnings: 64 bits without the help of an engine. */
function hash(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000193) + 1;
  }
  return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const verbs = { solve, simulate, design };

/** Motions with rotations, friction, impacts, patches, grasps, designs and optimal controls among them. */
const runs: readonly (readonly [string, keyof typeof verbs, RunOptions["set"]?])[] = [
  ["rolling/disk", "solve"],
  ["rolling/ball-place", "solve"],
  ["rolling/slab-slide", "simulate"],
  ["impact/ball-launch", "solve"],
  ["impact/bank-shot", "solve"],
  ["feeder/reorient", "simulate"],
  ["feeder/reorient-design", "design"],
  ["patch/tbar-rock", "simulate"],
  ["patch/curling", "solve"],
  ["grasp/gripper", "simulate"],
  ["optimal/block", "solve"],
  ["optimal/pusher", "solve"],
];

function hashOfColumns({ trajectory: { columns } }: Result): string {
  const parts = Object.keys(columns)
    // the bound of a program is what a linear solver's multipliers prove, and those end in other digits elsewhere
    .filter((name) => name !== "lowerBound")
    .sort()
    // what is no number has many bits, and the language tells none of them from another
    .map((name) => hash(new Uint8Array(Float64Array.from(columns[name], (x) => (Number.isNaN(x) ? 0 : x)).buffer)));
  return hash(new TextEncoder().encode(parts.join()));
}

/** Hashes of elementary functions and of the columns of motions, by name. */
export async function bits(): Promise<Record<string, string>> {
  const found: Record<string, string> = { elementary: hashOfElementary(hash) };
  for (const [name, verb, set = {}] of runs)
    found[`${verb} ${name}`] = hashOfColumns(await verbs[verb](problems[name].problem, { set }));
  return found;
}
