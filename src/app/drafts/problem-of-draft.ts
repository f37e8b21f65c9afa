import type { Problem } from "../../motion/problem/problem.js";
import { declarationsOf } from "./code-of-draft.js";
import type { Draft } from "./draft.js";
import { evaluated } from "./evaluated-source.js";

/**
 * The problem that a draft stands for: its numbers are parameters by the names of their bodies ("ball.x", "target.ball.x"), so that
 * links, sliders and handles know them.
 * @throws {BadInput} for what is no draft, or asks for more or less than it frees.
 */
export function problemOfDraft(draft: Draft): Problem {
  return evaluated(declarationsOf(draft)) as Problem;
}
