import type { Draft } from "../../../drafts/draft.js";
import { namesOfRobot } from "../../../drafts/robots/robot.js";
import { tidiedUrdf } from "../../../drafts/robots/tidied-urdf.js";
import { freshName, isTaken, type Selected } from "../edit.js";
import { softContact } from "../joints.js";
import { wordOf } from "./dropped.js";

/** Contact of links is soft, and a joint that falls moves fast: so many steps a second. */
const stepsASecond = 500;

/** A draft with the robot of a file, what is selected of it, and what people should hear of what was not kept. */
export interface RobotDropped {
  readonly draft: Draft;
  readonly selected: Selected;
  readonly told: string | undefined;
}

/**
 * The draft of space with the robot of a URDF, its root at the origin.
 * @throws {BadInput} for a text that is no robot, or has names that something else of the draft has.
 */
export function robotDropped(draft: Draft, file: string, text: string): RobotDropped {
  const { urdf, name: called, meshes, drawn } = tidiedUrdf(text);
  const word = wordOf(called, file);
  const own = namesOfRobot({ name: word, urdf, at: [0, 0, 0] });
  // a link or a joint may be called as the robot is
  const name =
    [word, `${word}-robot`].find((one) => !own.includes(one) && !isTaken(draft, one)) ?? freshName(draft, word);
  const robot = { name, urdf, at: [0, 0, 0] as const };
  const { contact, ask } = draft;
  const left = [
    ...(meshes.length === 0
      ? []
      : [
          `The shapes of ${meshes.length === 1 ? meshes[0] : `${meshes.length} meshes`} are in files of their own: these links touch nothing.`,
        ]),
    ...(drawn.length === 0
      ? []
      : [`No <collision> shapes are given of ${drawn.join(", ")}: bars stand for them, and touch nothing.`]),
  ];
  const told = left.length === 0 ? undefined : left.join(" ");
  return {
    draft: {
      ...draft,
      robots: [...(draft.robots ?? []), robot],
      ...(contact.kind === "rigid" && { contact: softContact }),
      ask: { ...ask, steps: Math.max(ask.steps, Math.round(ask.end * stepsASecond)) },
    },
    selected: { role: "robot", name },
    told,
  };
}
