import { BadInput } from "../../checks/bad-input.js";
import type { Shape } from "../../geometry/shape.js";
import type { Linked, Touchable } from "../expand.js";
import type { DrivenBody } from "./drive.js";
import { isMoved, type Linkage } from "./linkage.js";

/**
 * Robots and driven bodies where anything may touch anything: links touch with their shapes, also each other but for neighbours. The
 * material of a link is called as its robot is, that of a driven body as itself.
 * @throws {BadInput} for a robot or a driven body without shapes, which would go through everything.
 */
export function linksOf(robots: readonly Linkage[] = [], driven: readonly DrivenBody[] = []): Linked {
  const still = new Set<string>();
  const joined = new Set<string>();
  // a fixed joint makes one of what is on both of its sides
  const pair = (one: string, other: string): string => JSON.stringify([one, other]);
  const parts = robots.map((linkage, i): readonly Touchable[] => {
    const { name, robot, space = "spatial", shapes } = linkage;
    if (shapes === undefined) refuseShapeless(`robots[${i}]`, name);
    const heads = new Map<string, string>(robot.links.map((link) => [link, link]));
    const headOf = (link: string): string => heads.get(link) ?? link;
    for (const { kind, parent, child } of robot.joints) if (kind === "fixed") heads.set(child, headOf(parent));
    const clusters = robot.joints.map(({ parent, child }) => [headOf(parent), headOf(child)] as const);
    for (const one of robot.links)
      for (const other of robot.links) {
        const [a, b] = [headOf(one), headOf(other)];
        const isNext = clusters.some(([p, q]) => (p === a && q === b) || (p === b && q === a));
        if (a === b || isNext) joined.add(pair(one, other));
      }
    return robot.links.flatMap((link) => {
      if (!isMoved(linkage, link)) still.add(link);
      const own = Object.hasOwn(shapes, link) ? shapes[link] : [];
      return partsOf(own, { owner: link, space, material: name });
    });
  });
  const told = driven.map(({ name, space, shapes }, i): readonly Touchable[] => {
    if (shapes === undefined) refuseShapeless(`driven[${i}]`, name);
    still.add(name);
    return partsOf(shapes, { owner: name, space, material: name });
  });
  return {
    // what is driven is the second side of its contacts
    parts: [...parts, ...told],
    groups: Object.fromEntries([
      ...robots.map(({ name, robot }) => [name, robot.links] as const),
      ...driven.map(({ name }) => [name, [name]] as const),
    ]),
    isStill: (link) => still.has(link),
    areJoined: (one, other) => joined.has(pair(one, other)),
  };
}

const partsOf = (shapes: readonly Shape[], of: Pick<Touchable, "owner" | "space" | "material">): Touchable[] =>
  shapes.map((shape, index) => ({
    ...of,
    name: shapes.length === 1 ? of.owner : `${of.owner}.${index + 1}`,
    index,
    shape,
  }));

function refuseShapeless(field: string, name: string): never {
  throw new BadInput(
    `${field}.shapes`,
    `${field}.shapes must be given where contacts are "all": without shapes ${name} would touch nothing.`,
  );
}
