type Point = readonly [number, number];

/** Straight pieces of a curve. */
const parts = 12;

/** Numbers that each command of a path takes at a time. */
const counts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** The outlines of a path of SVG (second edition, 9.3), its curves as straight pieces. */
export function flattened(d: string): Point[][] {
  const outlines: Point[][] = [];
  let at: Point = [0, 0];
  let control: Point | undefined;
  let before = "";
  for (const [, letter, list] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d+[^a-zA-Z]*)*)/g)) {
    const word = letter.toUpperCase();
    const size = counts[word];
    if (size === undefined) continue;
    const numbers = numbersOf(list, word);
    for (let i = 0; i === 0 || (size > 0 && i + size <= numbers.length); i += Math.max(1, size)) {
      if (i + size > numbers.length) break;
      const given = numbers.slice(i, i + size);
      const isRelative = letter !== word;
      // what follows a move is a line
      const command = word === "M" && i > 0 ? "L" : word;
      if (command === "Z") {
        const [first] = outlines.at(-1) ?? [];
        at = first ?? at;
      } else {
        const step = stepOf(command, given, { at: isRelative ? at : [0, 0], from: at, control, before });
        if (command === "M") outlines.push([...step.points]);
        else outlines.at(-1)?.push(...step.points);
        at = step.points.at(-1) ?? at;
        control = step.control;
      }
      before = command;
    }
  }
  return outlines.filter((one) => one.length > 2);
}

/** Flags of arcs may stand without a space between them. */
function numbersOf(list: string, word: string): number[] {
  const number = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?";
  if (word !== "A") return (list.match(new RegExp(number, "g")) ?? []).map(Number);
  const arc = new RegExp(
    `(${number})[\\s,]*(${number})[\\s,]*(${number})[\\s,]*([01])[\\s,]*([01])[\\s,]*(${number})[\\s,]*(${number})`,
    "g",
  );
  return [...list.matchAll(arc)].flatMap((match) => match.slice(1).map(Number));
}

interface Where {
  /** Numbers are counted from here. */
  readonly at: Point;
  readonly from: Point;
  /** The last control point, and the command that it belongs to. */
  readonly control: Point | undefined;
  readonly before: string;
}

interface Step {
  readonly points: readonly Point[];
  readonly control?: Point;
}

function stepOf(command: string, given: readonly number[], where: Where): Step {
  const { at, from } = where;
  const point = (i: number): Point => [at[0] + given[i], at[1] + given[i + 1]];
  /** The last control point mirrored, for curves that go on smoothly. */
  const mirrored = (curves: string): Point =>
    where.control !== undefined && curves.includes(where.before)
      ? [2 * from[0] - where.control[0], 2 * from[1] - where.control[1]]
      : from;
  switch (command) {
    case "H":
      return { points: [[at[0] + given[0], from[1]]] };
    case "V":
      return { points: [[from[0], at[1] + given[0]]] };
    case "C":
      return { points: bezier([from, point(0), point(2), point(4)]), control: point(2) };
    case "S":
      return { points: bezier([from, mirrored("CS"), point(0), point(2)]), control: point(0) };
    case "Q":
      return { points: bezier([from, point(0), point(2)]), control: point(0) };
    case "T": {
      const control = mirrored("QT");
      return { points: bezier([from, control, point(0)]), control };
    }
    case "A":
      return { points: arc(from, given, point(5)) };
    default:
      return { points: [point(0)] };
  }
}

/** Points of a Bézier curve after its first, by de Casteljau's construction. */
const bezier = (controls: readonly Point[]): Point[] =>
  Array.from({ length: parts }, (_, i) => {
    const t = (i + 1) / parts;
    let row = controls;
    while (row.length > 1)
      row = row.slice(1).map(([x, y], k): Point => [row[k][0] + t * (x - row[k][0]), row[k][1] + t * (y - row[k][1])]);
    return row[0];
  });

/** Points of an elliptic arc after its first: its centre by SVG 1.1, appendix F.6.5. */
function arc(from: Point, [rx0, ry0, degrees, large, sweep]: readonly number[], to: Point): Point[] {
  const phi = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(phi), Math.sin(phi)];
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [c * dx + s * dy, c * dy - s * dx];
  let [rx, ry] = [Math.abs(rx0), Math.abs(ry0)];
  if (rx === 0 || ry === 0) return [to];
  const needed = Math.hypot(x / rx, y / ry);
  if (needed > 1) [rx, ry] = [rx * needed, ry * needed];
  const rest = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2;
  const root = Math.sqrt(Math.max(0, rest / ((rx * y) ** 2 + (ry * x) ** 2))) * (large === sweep ? -1 : 1);
  const [u, v] = [(root * rx * y) / ry, (-root * ry * x) / rx];
  const start = Math.atan2((y - v) / ry, (x - u) / rx);
  let turn = Math.atan2((-y - v) / ry, (-x - u) / rx) - start;
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  const middle: Point = [c * u - s * v + (from[0] + to[0]) / 2, s * u + c * v + (from[1] + to[1]) / 2];
  return Array.from({ length: parts }, (_, i): Point => {
    const angle = start + (turn * (i + 1)) / parts;
    const [p, q] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    return [middle[0] + c * p - s * q, middle[1] + s * p + c * q];
  });
}
