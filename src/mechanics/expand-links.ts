import { BadInput } from "../checks/bad-input.js";
import { isMoved, type Linkage } from "./actions/linkage.js";
import type { Linked, Touchable } from "./expand.js";

/**
 * Robots where anything may touch anything: their links touch with their shapes, also each other but for neighbours. The material of
 * a link is called as its robot is.
 * @throws {BadInput} for a robot without shapes, which would go through everything.
 */
export function linksOf(robots: readonly Linkage[] = []): Linked {
  const still = new Set<string>();
  const joined = new Set<string>();
  // a fixed joint makes one of what is on both of its sides
  const pair = (one: string, other: string): string => JSON.stringify([one, other]);
  const parts = robots.map((linkage, i): readonly Touchable[] => {
    const { name, robot, space = "spatial", shapes } = linkage;
    if (shapes === undefined)
      throw new BadInput(
        `robots[${i}].shapes`,
        `robots[${i}].shapes must be given where contacts are "all": without shapes ${name} would touch nothing.`,
      );
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
      return own.map(
        (shape, index): Touchable => ({
          name: own.length === 1 ? link : `${link}.${index + 1}`,
          owner: link,
          space,
          index,
          shape,
          material: name,
        }),
      );
    });
  });
  return {
    parts,
    groups: Object.fromEntries(robots.map(({ name, robot }) => [name, robot.links])),
    isStill: (link) => still.has(link),
    areJoined: (one, other) => joined.has(pair(one, other)),
  };
}
