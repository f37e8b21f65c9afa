/** Digits that survive moving an outline to its centre. */
const digits = 12;

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
  const round = (x: number): number => Number(x.toPrecision(digits));
  return vertices.map(([x, y]) => [round(x - cx), round(y - cy)]);
}
