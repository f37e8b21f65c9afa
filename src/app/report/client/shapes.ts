import type { Outline, Spot } from "../figures.js";
import { px, svg } from "./svg.js";
import { lineColours } from "./theme.js";

/** Pixels from metres, one scale for both axes. */
export interface Scales {
  readonly x: (x: number) => number;
  readonly y: (y: number) => number;
  readonly scale: number;
  /** Farther than anything that is seen [m]. */
  readonly reach: number;
  readonly width: number;
  readonly height: number;
}

/** A colour for each body, none of them that of a force. */
export const colour = (i: number): string => lineColours[[0, 4, 5, 3][i % 4]!]!;

/** As the part is, as it was at its ends, and as it was on the way. */
export type Look = "solid" | "ghost" | "faint";
const looks = {
  solid: { "fill-opacity": 0.28, "stroke-width": 1.8 },
  ghost: { "fill-opacity": 0.04, "stroke-width": 1.2, "stroke-dasharray": "4 3" },
  faint: { "fill-opacity": 0.06, "stroke-width": 0.8 },
};

/** A body in its own axes, in pixels; a line from the centre of a round one shows how it turns. */
export function bodyShape(outlines: readonly Outline[], { scale }: Scales, i: number, look: Look): SVGElement {
  const group = svg("g", { fill: colour(i), stroke: colour(i), "stroke-linejoin": "round", ...looks[look] });
  for (const one of outlines) {
    if (one.kind === "circle") {
      const [cx, cy, r] = [one.centre[0] * scale, -one.centre[1] * scale, one.radius * scale];
      group.append(svg("circle", { cx, cy, r }), svg("path", { d: `M${px(cx)},${px(cy)}h${px(r)}` }));
    } else if (one.kind === "point")
      group.append(svg("circle", { cx: one.at[0] * scale, cy: -one.at[1] * scale, r: 3 }));
    else if (one.kind === "polygon")
      group.append(
        svg("path", { d: `M${one.points.map(([u, v]) => `${px(u * scale)},${px(-v * scale)}`).join("L")}Z` }),
      );
  }
  return group;
}

/** How thick the ground is drawn where a surface ends [px]. */
const slab = 7;

export function worldShape(one: Outline, to: Scales): SVGElement {
  const solid = { fill: "var(--line)", stroke: "var(--quiet)", "stroke-width": 1.5 };
  switch (one.kind) {
    case "circle":
      return svg("circle", { ...solid, cx: to.x(one.centre[0]), cy: to.y(one.centre[1]), r: one.radius * to.scale });
    case "point":
      return svg("circle", { cx: to.x(one.at[0]), cy: to.y(one.at[1]), r: 4, fill: "var(--mark)" });
    case "polygon":
      return svg("path", { ...solid, "stroke-width": 2.5, d: `${line(one.points, to)}Z` });
    case "half-plane": {
      const { normal, tangent, offset, stretch } = one;
      const [from, until] = stretch ?? [-to.reach, to.reach];
      const depth = stretch === undefined ? to.reach : slab / to.scale;
      const at = (s: number, d: number): Spot => [
        (offset - d) * normal[0] + s * tangent[0],
        (offset - d) * normal[1] + s * tangent[1],
      ];
      return svg("path", {
        ...solid,
        d: `${line([at(from, 0), at(until, 0), at(until, depth), at(from, depth)], to)}Z`,
      });
    }
  }
}

export const line = (spots: readonly Spot[], to: Scales): string =>
  `M${spots.map(([u, v]) => `${px(to.x(u))},${px(to.y(v))}`).join("L")}`;

export const cross = (x: number, y: number): SVGElement =>
  svg("path", {
    d: `M${px(x - 5)},${px(y - 5)}l10,10m0,-10l-10,10`,
    stroke: "var(--mark)",
    "stroke-width": 2,
    fill: "none",
  });
