import { unknownName } from "../../checks/words.js";
import type { ListedGuess } from "../../motion/problem/check-options.js";
import { freedBy } from "../../motion/problem/condition.js";
import { checkNumber } from "../../motion/problem/parameters.js";
import { BadInput, type Problem } from "../../motion/problem/problem.js";

const words = ["auto", "line", "zeros"] as const;

/** `auto`, `line`, `zeros` or `launch=a,b` with one number for each freed value, in declared order. */
export function parseStart(text: string, problem: Problem): ListedGuess {
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  if (!text.startsWith("launch=")) throw new BadInput("--start", unknownName("start", text, [...words, "launch=a,b"]));
  return launchNumbers(text.slice("launch=".length).split(","), problem);
}

function launchNumbers(texts: readonly string[], problem: Problem): number[] {
  const freed = freedBy(problem);
  if (freed.length === 0)
    throw new BadInput("--start", `--start launch=… has nothing to start: ${problem.name} frees no value.`);
  if (texts.length !== freed.length)
    throw new BadInput(
      "--start",
      `--start launch=… takes ${freed.length} number${freed.length === 1 ? "" : "s"} (${freed.join(", ")}), not ${texts.length}.`,
    );
  return texts.map((text, i) => {
    const name = freed[i];
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (!Number.isFinite(value))
      throw new BadInput("--start", `--start launch=… takes finite numbers, and "${text}" for ${name} is none.`);
    checkNumber(name, value, problem.parameters[name]);
    return value;
  });
}
