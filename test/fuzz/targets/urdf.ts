import fc from "fast-check";
import { robotScene } from "../../../src/app/playground/worker/robot-scene.js";
import { evaluate } from "../../../src/expr/expr.js";
import {
  coordinateLimits,
  coordinatesOf,
  forwardKinematics,
  geometricJacobian,
  type Robot,
} from "../../../src/robots/robot.js";
import { parseUrdf } from "../../../src/robots/urdf.js";
import { real } from "../../arbitraries.js";
import { refusal } from "../sentence.js";
import { asAny, type Verdict } from "../target.js";

interface Link {
  readonly parent: number;
  readonly kind: string;
  readonly xyz: readonly number[];
  readonly rpy: readonly number[];
  readonly axis: readonly number[];
  readonly mimic: number;
}

const three = (reach: number) => fc.array(real(-reach, reach), { minLength: 3, maxLength: 3 });

const link: fc.Arbitrary<Link> = fc.record({
  parent: fc.nat(99),
  kind: fc.constantFrom("revolute", "continuous", "prismatic", "fixed"),
  xyz: three(1),
  rpy: three(3.2),
  axis: fc.constantFrom([1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0.3, -0.2, 0.9]),
  mimic: fc.nat(20),
});

/** The text of a tree; joint k moves link k + 1. */
function textOf(links: readonly Link[]): string {
  const joints = links.map(({ parent, kind, xyz, rpy, axis, mimic }, k) => {
    const other =
      mimic < k && links[mimic].kind !== "fixed" ? `<mimic joint="j${mimic}" multiplier="-0.5" offset="0.1"/>` : "";
    return `<joint name="j${k}" type="${kind}"><parent link="l${parent % (k + 1)}"/><child link="l${k + 1}"/>
<origin xyz="${xyz.join(" ")}" rpy="${rpy.join(" ")}"/><axis xyz="${axis.join(" ")}"/>
<limit lower="-1" upper="2" velocity="1" effort="1"/>${other}</joint>`;
  });
  const names = Array.from({ length: links.length + 1 }, (_, k) => `<link name="l${k}"/>`);
  return `<?xml version="1.0"?>\n<robot name="r">${names.join("\n")}\n${joints.join("\n")}</robot>`;
}

const pieces = [
  ..."<>\"'&/= \u0000\ufeff\ud800",
  "</robot>",
  "<link/>",
  '<link name=""/>',
  '<link name="__proto__"/>',
  "<!--",
  "]]>",
  "<![CDATA[",
  "&a;",
  '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
  "NaN",
  "1e999",
  "j0",
  "l0",
  "l1",
  "constructor",
  "<joint>",
  'xmlns="x"',
  "<xacro:macro/>",
  "<g>".repeat(3000),
];

const edit = fc.record({
  at: fc.nat(1_000_000),
  drop: fc.oneof(fc.constant(0), fc.nat(60)),
  put: fc.oneof(fc.constant(""), fc.constantFrom(...pieces), fc.string({ maxLength: 5 })),
});

interface Case {
  readonly links: readonly Link[];
  readonly edits: readonly { readonly at: number; readonly drop: number; readonly put: string }[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  links: fc.array(link, { minLength: 1, maxLength: 9 }),
  edits: fc.oneof(fc.constant([]), fc.array(edit, { minLength: 1, maxLength: 4 })),
});

/** Robots, whole and damaged; the poses of whole ones meet matrices multiplied here. */
export const urdf = asAny({ about: "robots", limit: 3, cases, judge });

function judge({ links, edits }: Case): Verdict {
  let text = textOf(links);
  for (const { at, drop, put } of edits) {
    const place = at % (text.length + 1);
    text = text.slice(0, place) + put + text.slice(place + drop);
  }
  let robot: Robot;
  try {
    robot = parseUrdf(text);
    robotScene(text);
  } catch (error) {
    const { outcome, fault } = refusal(error);
    if (fault !== undefined) return { outcome, fault };
    return edits.length > 0 ? { outcome } : { outcome, fault: `a whole robot is refused: ${(error as Error).message}` };
  }
  const wrong = edits.length === 0 ? differs(robot, links) : undefined;
  return { outcome: "read", ...(wrong !== undefined && { fault: wrong }) };
}

type Matrix = readonly (readonly number[])[];

const times = (a: Matrix, b: Matrix): number[][] =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));

const about = (k: number, angle: number): Matrix => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turn = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? (i === k ? 1 : c) : 0)));
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  turn[i][j] = -s;
  turn[j][i] = s;
  return turn;
};

/** Rodrigues' formula. */
function aboutAxis(axis: readonly number[], angle: number): Matrix {
  const length = Math.sqrt(axis.reduce((sum, x) => sum + x * x, 0));
  const [x, y, z] = axis.map((v) => v / length);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const K = [
    [0, -z, y],
    [z, 0, -x],
    [-y, x, 0],
  ];
  const K2 = times(K, K);
  return K.map((row, i) => row.map((k, j) => (i === j ? 1 : 0) + s * k + (1 - c) * K2[i][j]));
}

/** A difference between the robot's poses and those of matrices; slopes by differences. */
function differs(robot: Robot, links: readonly Link[]): string | undefined {
  const names = coordinatesOf(robot);
  const { lower, upper } = coordinateLimits(robot);
  const crossed = names.findIndex((_, i) => Number.isNaN(lower[i]) || Number.isNaN(upper[i]));
  if (crossed >= 0) return `the limits of ${names[crossed]} are no numbers`;
  const q = new Map(names.map((name, i) => [name, 0.3 * (i + 1) - 0.7]));
  const ours = poses(links, q);
  const theirs = forwardKinematics(robot, (name) => q.get(name) ?? Number.NaN);
  const number = (e: Parameters<typeof evaluate>[0]): number => evaluate(e, () => Number.NaN);
  for (let k = 0; k <= links.length; k++) {
    const pose = theirs.get(`l${k}`);
    if (pose === undefined) return `link l${k} has no pose`;
    const off = Math.max(...pose.position.map((e, i) => Math.abs(number(e) - ours[k].p[i])));
    if (!(off < 1e-9)) return `link l${k} is ${off} m elsewhere`;
  }
  const tip = links.length;
  for (const { coordinate, linear } of geometricJacobian(robot, theirs, `l${tip}`)) {
    const step = 1e-6;
    const moved = poses(links, new Map(q).set(coordinate, (q.get(coordinate) ?? 0) + step))[tip].p;
    const off = Math.max(...linear.map((e, i) => Math.abs(number(e) - (moved[i] - ours[tip].p[i]) / step)));
    if (!(off < 1e-4)) return `the velocity of l${tip} by ${coordinate} is off by ${off}`;
  }
  return undefined;
}

function poses(links: readonly Link[], q: ReadonlyMap<string, number>): { R: Matrix; p: readonly number[] }[] {
  const found: { R: Matrix; p: readonly number[] }[] = [
    {
      R: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      p: [0, 0, 0],
    },
  ];
  const positions: number[] = [];
  links.forEach(({ parent, kind, xyz, rpy, axis, mimic }, k) => {
    const mimics = mimic < k && links[mimic].kind !== "fixed";
    const at = kind === "fixed" ? 0 : mimics ? -0.5 * positions[mimic] + 0.1 : (q.get(`j${k}`) ?? Number.NaN);
    positions.push(at);
    const { R, p } = found[parent % (k + 1)];
    const origin = times(R, times(about(2, rpy[2]), times(about(1, rpy[1]), about(0, rpy[0]))));
    const length = Math.sqrt(axis.reduce((sum, x) => sum + x * x, 0));
    const slide = kind === "prismatic" ? axis.map((x) => (x * at) / length) : [0, 0, 0];
    const column = (M: Matrix, v: readonly number[]): number[] =>
      M.map((row) => row.reduce((sum, x, i) => sum + x * v[i], 0));
    const there = column(R, xyz).map((x, i) => x + p[i] + column(origin, slide)[i]);
    found.push({ R: kind === "fixed" || kind === "prismatic" ? origin : times(origin, aboutAxis(axis, at)), p: there });
  });
  return found;
}
