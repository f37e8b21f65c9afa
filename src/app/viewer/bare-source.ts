import type { Model } from "../../mechanics/model.js";
import type { Result } from "../../motion/result.js";
import { contactsOf, targetsOf } from "../report/motion.js";
import { bandOfColumns } from "./band.js";
import type { Triple } from "./scene-data.js";
import type { Source } from "./source.js";
import { targetPoints } from "./targets.js";

const isHeight = (name: string): boolean => /^(y|z|height)$/.test(name);

/**
 * Points for a model that carries no scene: one for each body that has states `<body>.x`, or, where none has, one whose
 * place on a line, or height over one, is the first length among the states. Undefined for a model without lengths.
 */
export function bareSource(model: Model, result: Result): Source | undefined {
  const { columns } = result.trajectory;
  const lengths = model.state.filter(({ unit }) => unit === "m").map(({ name }) => name);
  const names = lengths.filter((name) => name.endsWith(".x")).map((name) => name.slice(0, -".x".length));
  const line = names.length === 0 ? lengths.slice(0, 1) : [];
  if (names.length + line.length === 0) return undefined;
  const columnsOf = [
    ...names.map((name) => ["x", "y", "z"].map((axis) => columns[`${name}.${axis}`])),
    ...line.map((name) => (isHeight(name) ? [undefined, columns[name]] : [columns[name]])),
  ];
  const has = (axis: number): boolean => columnsOf.some((axes) => axes[axis] !== undefined);
  const aim = targetsOf(result).get(line[0] ?? "");
  const aims: readonly Triple[] = aim === undefined ? [] : [isHeight(line[0]!) ? [0, aim, 0] : [aim, 0, 0]];
  return {
    plane: has(2) ? "space" : "xy",
    bodies: columnsOf.map((axes, i) => ({
      name: names[i] ?? line[0]!,
      role: "part",
      shapes: [{ kind: "point", at: [0, 0, 0] }],
      pose: (k) => [axes[0]?.[k] ?? 0, axes[1]?.[k] ?? 0, axes[2]?.[k] ?? 0, 1, 0, 0, 0],
    })),
    // a line to stand on
    world:
      names.length > 0 && (has(1) || has(2))
        ? []
        : [{ kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 }],
    contacts: [],
    forces: () => [],
    targets: aims.length > 0 ? aims : targetPoints(names, result, () => 0),
    band: contactsOf(result).length > 0 ? bandOfColumns(result) : [],
    realTime: false,
    turns: [],
  };
}
