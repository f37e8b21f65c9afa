/** Digits that survive moving an outline to its centre. */
const digits = 12;
/** An outline whose centre is off by this share of its size is about its centre. */
const already = 1e-9;

type Outline = readonly (readonly [number, number])[];

/** Centre of the area of a polygon that does not cross itself, anticlockwise [m]. */
export function centreOf(vertices: Outline): readonly [number, number] {
  let [area, mx, my] = [0, 0, 0];
  // about a corner, where far outlines lose nothing
  const [[ox, oy]] = vertices;
  vertices.forEach(([x, y], i) => {
    const [u, v] = vertices[(i + 1) % vertices.length];
    const cross = (x - ox) * (v - oy) - (u - ox) * (y - oy);
    area += cross / 2;
    mx += (cross * (x + u - 2 * ox)) / 6;
    my += (cross * (y + v - 2 * oy)) / 6;
  });
  return [ox + mx / area, oy + my / area];
}

/** The same outline about its centre of area. */
export function centred(vertices: Outline): [number, number][] {
  const [cx, cy] = centreOf(vertices);
  const size = Math.max(...vertices.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));
  // one that is there already stays as it is, to the last digit
  if (Math.hypot(cx, cy) < already * size) return vertices.map(([x, y]) => [x, y]);
  const round = (x: number): number => Number(x.toPrecision(digits));
  return vertices.map(([x, y]) => [round(x - cx), round(y - cy)]);
}
