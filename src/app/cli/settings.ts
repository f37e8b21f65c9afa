import type { Settings } from "../../motion/problem/parameters.js";
import { BadInput } from "../../motion/problem/problem.js";

/** `["mass=0.3", …]` as settings; of two settings of one name the later one counts. */
export function parseSettings(texts: readonly string[]): Settings {
  const set: Record<string, number | string> = {};
  for (const text of texts) {
    const equals = text.indexOf("=");
    if (equals < 1) throw new BadInput("--set", `--set takes name=value, not "${text}".`);
    const name = text.slice(0, equals).trim();
    // it would vanish without a word
    if (name === "__proto__") throw new BadInput(name, `There is no parameter "${name}".`);
    set[name] = numberOrText(text.slice(equals + 1));
  }
  return set;
}

// what is no finite number stays as the user wrote it, so that a refusal can quote it
function numberOrText(text: string): number | string {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}
