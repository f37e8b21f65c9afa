import { shortPath } from "../find.js";
import type { Run } from "../run.js";

/** The command that gives this result again. */
export function command({ verb, found, choice }: Run, cwd: string): string {
  const { source } = found;
  const problem = "name" in source ? source.name : "file" in source ? shortPath(source.file, cwd) : source.data;
  const words = ["bankshot", verb, problem];
  for (const [name, value] of Object.entries(choice.set)) words.push("--set", `${name}=${value}`);
  if (choice.start !== "auto") words.push("--start", choice.start);
  if (verb === "solve" && choice.strategy !== "auto") words.push("--strategy", choice.strategy);
  return words.map(shellWord).join(" ");
}

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
