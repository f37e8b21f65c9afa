import type { Force, ReplayRun } from "../figures.js";
import type { Scales } from "./shapes.js";
import { px, svg } from "./svg.js";

/** The longest arrow, as a share of the picture's smaller side. */
const longest = 0.3;

/** Arrows of all forces of a moment in three paths: cones, normal forces, friction. */
export function forcePaths({ contacts, forces }: ReplayRun, to: Scales) {
  const size = ([, , , nx, ny, fx, fy]: Force): number => Math.hypot(nx + fx, ny + fy);
  const most = forces.reduce((top, now) => now.reduce((high, force) => Math.max(high, size(force)), top), 0);
  const reach = longest * Math.min(to.width, to.height);
  const path = (attributes: Readonly<Record<string, string | number>>): SVGElement =>
    svg("path", { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", ...attributes });
  const cone = path({ stroke: "var(--quiet)", "stroke-width": 0.8 });
  const normal = path({ stroke: "var(--normal)", "stroke-width": 2.4 });
  const friction = path({ stroke: "var(--friction)", "stroke-width": 2.4 });
  return {
    elements: [cone, normal, friction],
    show(now: readonly Force[]): void {
      const d = { cone: "", normal: "", friction: "" };
      for (const force of now) {
        const [contact, x, y, nx, ny, fx, fy] = force;
        // one factor for all of a contact's arrows, so that directions stay true
        const factor = reach / Math.sqrt(most * size(force));
        const [u, v] = [to.x(x), to.y(y)];
        const mu = contacts[contact]!.friction;
        if (mu !== null) {
          const [a, b] = [nx * factor, -ny * factor];
          d.cone += `M${px(u + a + mu * b)},${px(v + b - mu * a)}L${px(u)},${px(v)}L${px(u + a - mu * b)},${px(v + b + mu * a)}`;
        }
        d.normal += arrow(u, v, nx * factor, -ny * factor);
        d.friction += arrow(u, v, fx * factor, -fy * factor);
      }
      cone.setAttribute("d", d.cone);
      normal.setAttribute("d", d.normal);
      friction.setAttribute("d", d.friction);
    },
  };
}

/** A line with a head, if it is long enough to be seen. */
export function arrow(x: number, y: number, a: number, b: number): string {
  const length = Math.hypot(a, b);
  if (length < 1) return "";
  const head = Math.min(7, length / 2) / length;
  const [u, v] = [x + a, y + b];
  const wing = (side: 1 | -1): string =>
    `${px(u - head * (a + side * 0.6 * b))},${px(v - head * (b - side * 0.6 * a))}`;
  return `M${px(x)},${px(y)}L${px(u)},${px(v)}M${wing(1)}L${px(u)},${px(v)}L${wing(-1)}`;
}
