import { type SceneData, standsForPatch } from "../../motion-view/scene/scene-data.js";
import type { Look } from "../look.js";
import { contactLines, startAndTargetLines, trailLines } from "../trails.js";
import type { Lines } from "./fat-lines.js";

/** The ways of each part's centre and of equivalent contact points, where it begins, and where bodies must end. */
export function marksOf(data: SceneData, size: number, look: Look): Lines[] {
  const { starts, targets } = startAndTargetLines(data, size);
  const parts = data.bodies.filter(({ role }) => role === "part");
  return [
    ...parts.map((body, i) => ({
      positions: trailLines(body),
      colour: look.parts[i % look.parts.length],
      width: 2,
      opacity: 0.8,
    })),
    {
      positions: data.contacts.filter(standsForPatch).flatMap(contactLines),
      colour: look.ecp,
      width: 1.4,
      opacity: 0.8,
    },
    { positions: starts, colour: look.quiet, width: 1.6, opacity: 0.9 },
    { positions: targets, colour: look.mark, width: 2.2, opacity: 1, above: true },
  ];
}
