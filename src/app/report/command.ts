import type { Search } from "../../motion/launches/launch.js";
import type { Run } from "../run/run.js";

/** The command that gives this result again, of a problem that is said by this word. */
export function command({ verb, choice }: Pick<Run, "verb" | "choice">, problem: string): string {
  const words = ["npx", "bankshot", verb, problem];
  for (const [name, value] of Object.entries(choice.set)) words.push("--set", `${name}=${value}`);
  if (choice.start !== "auto") words.push("--start", choice.start);
  if (verb === "solve" && choice.strategy !== "auto") words.push("--strategy", choice.strategy);
  if (verb === "solve") words.push(...searchWords(choice.search));
  if (choice.starts !== undefined) words.push("--starts", String(choice.starts));
  return words.map(shellWord).join(" ");
}

function searchWords({ all, scan, samples, branch }: Search = {}): string[] {
  return [
    ...(all ? ["--all"] : []),
    ...(scan ? ["--scan", `${scan.name}=${scan.from}..${scan.to}`] : []),
    ...(samples === undefined ? [] : ["--samples", String(samples)]),
    ...(branch === undefined ? [] : ["--branch", branch]),
  ];
}

/** A word as a shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
