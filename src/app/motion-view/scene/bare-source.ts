import type { Model } from "../../../mechanics/model.js";
import type { Result } from "../../../motion/result.js";
import { bandOfColumns } from "../band.js";
import { bodiesOf } from "../bodies.js";
import { contactsOf, targetsOf } from "../motion.js";
import type { Triple } from "./scene-data.js";
import type { Source } from "./source.js";
import { targetPoints } from "./targets.js";

const isHeight = (name: string): boolean => /^(y|z|height)$/.test(name);

/**
 * Points for a model that carries no scene: one for each body that it tells of, or, where it tells of none, one whose
 * place on a line, or height over one, is the first length among the states. Undefined for a model without lengths.
 */
export function bareSource(model: Model, result: Result): Source | undefined {
  const { columns } = result.trajectory;
  const bodies = bodiesOf(model);
  const lengths = model.state.filter(({ unit }) => unit === "m").map(({ name }) => name);
  const line = bodies.length === 0 ? lengths.slice(0, 1) : [];
  if (bodies.length + line.length === 0) return undefined;
  const columnsOf = [
    ...bodies.map(({ position }) => position.map((name) => columns[name])),
    ...line.map((name) => (isHeight(name) ? [undefined, columns[name]] : [columns[name]])),
  ];
  const has = (axis: number): boolean => columnsOf.some((axes) => axes[axis] !== undefined);
  const aim = targetsOf(result).get(line[0] ?? "");
  const aims: readonly Triple[] = aim === undefined ? [] : [isHeight(line[0]) ? [0, aim, 0] : [aim, 0, 0]];
  return {
    plane: has(2) ? "space" : "xy",
    bodies: columnsOf.map((axes, i) => ({
      name: bodies[i]?.name ?? line[0],
      role: "part",
      shapes: [{ kind: "point", at: [0, 0, 0] }],
      pose: (k) => [axes[0]?.[k] ?? 0, axes[1]?.[k] ?? 0, axes[2]?.[k] ?? 0, 1, 0, 0, 0],
    })),
    // a line to stand on
    world:
      bodies.length > 0 && (has(1) || has(2))
        ? []
        : [{ kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 }],
    contacts: [],
    forces: () => [],
    targets: aims.length > 0 ? aims : targetPoints(bodies, result),
    timeline: { band: contactsOf(result).length > 0 ? bandOfColumns(result) : [], realTime: false },
    turns: [],
  };
}
