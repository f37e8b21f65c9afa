import * as Plot from "@observablehq/plot";
import type { ReplayFigure, ReplayRun } from "../figures.js";
import { forcePaths } from "./arrows.js";
import { equalAspect } from "./aspect.js";
import { boundsOf, momentAt, type Pose } from "./moment.js";
import { bodyShape, colour, cross, type Look, line, type Scales, worldShape } from "./shapes.js";
import { px, svg } from "./svg.js";
import { common } from "./theme.js";

/** A picture of one motion that can be set to any moment. */
export interface Stage {
  readonly svg: Element;
  show(time: number): void;
}

/** Higher, a picture and its controls would not be seen at once [px]. */
const tallest = 460;
/** Poses on paper between start and end, which are drawn too. */
const strobe = 12;

/** Axes of the whole figure, and in them one of its motions: world, path, ghosts, bodies and forces. */
export function stage(figure: ReplayFigure, run: ReplayRun, width: number): Stage {
  const bounds = boundsOf(figure.runs);
  const { x, y, height } = equalAspect(bounds.x, bounds.y, width, tallest);
  const plot = Plot.plot({
    ...common(width, figure.title),
    height,
    x: { domain: [...x], label: figure.labels[0], ticks: Math.max(3, Math.round(width / 110)) },
    y: { domain: [...y], label: figure.labels[1], ticks: Math.max(2, Math.round(height / 60)) },
    marks: [Plot.frame({ stroke: "none" })],
  });
  const [toX, toY] = [plot.scale("x")!.apply, plot.scale("y")!.apply];
  const reach = [...x, ...y].reduce((sum, end) => sum + Math.abs(end), 0);
  const scales: Scales = { x: toX, y: toY, scale: (toX(x[1]) - toX(x[0])) / (x[1] - x[0]), reach, width, height };
  const clip = svg(
    "clipPath",
    { id: "replay-frame" },
    svg("rect", { x: toX(x[0]), y: toY(y[1]), width: toX(x[1]) - toX(x[0]), height: toY(y[0]) - toY(y[1]) }),
  );
  const end = run.t.at(-1)!;
  const trails = run.bodies.map((body, i) =>
    svg("path", {
      d: line(
        body.x.map((u, k) => [u, body.y[k]!] as const),
        scales,
      ),
      fill: "none",
      ...trail(i),
    }),
  );
  const ghosts = [run.t[0]!, end].flatMap((time) => bodiesAt(run, time, scales, "ghost"));
  const strobes = Array.from({ length: strobe }, (_, i) => run.t[0]! + ((i + 1) * (end - run.t[0]!)) / (strobe + 1));
  const printed = svg("g", { class: "strobe" }, ...strobes.flatMap((time) => bodiesAt(run, time, scales, "faint")));
  const bodies = run.bodies.map((body, i) => bodyShape(body.outlines, scales, i, "solid"));
  const arrows = forcePaths(run, scales);
  const live = svg("g", { class: "live" }, ...bodies, ...arrows.elements);
  const world = run.world.map((one) => worldShape(one, scales));
  const targets = run.targets.map(([u, v]) => cross(toX(u), toY(v)));
  plot.append(
    clip,
    svg("g", { "clip-path": "url(#replay-frame)" }, ...world, ...trails, ...ghosts, printed, ...targets, live),
  );
  return {
    svg: plot,
    show(time) {
      const { poses, forces } = momentAt(run, time);
      bodies.forEach((body, i) => {
        body.setAttribute("transform", placed(poses[i]!, scales));
      });
      arrows.show(forces);
    },
  };
}

const placed = ({ x, y, angle }: Pose, to: Scales): string =>
  `translate(${px(to.x(x))} ${px(to.y(y))}) rotate(${((-180 / Math.PI) * angle).toFixed(2)})`;

const trail = (i: number) => ({ stroke: colour(i), "stroke-width": 1.2, "stroke-opacity": 0.7 });

function bodiesAt(run: ReplayRun, time: number, to: Scales, look: Look): SVGElement[] {
  const { poses } = momentAt(run, time);
  return run.bodies.map((body, i) => {
    const shape = bodyShape(body.outlines, to, i, look);
    shape.setAttribute("transform", placed(poses[i]!, to));
    return shape;
  });
}
