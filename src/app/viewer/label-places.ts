/** A name and the point of the picture that it belongs to [px]. */
export interface Named {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The side on which it stood last: it stays there while there is room, so that names do not jump. */
  readonly side: number | undefined;
}

/** Between a point and its name [px]. */
const distance = 9;

/** The corners of a name that may lie next to its point: below to the right first, as texts are read. */
const sides: readonly (readonly [right: boolean, below: boolean])[] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
];

/** The upper left corner of a name on one of its sides. */
export function placeOf({ x, y, width, height }: Named, side: number): readonly [x: number, y: number] {
  const [right, below] = sides[side] ?? [true, true];
  return [right ? x + distance : x - distance - width, below ? y + distance : y - distance - height];
}

/** The part of a picture in which names may stand [px]. */
export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Sides of names on which none covers another or leaves the room, one after the other in their order: of the free ones the
 * one that covers the fewest points of what is drawn; of several such the one where it stood, or the first. A name that has
 * no free side is left out, undefined; it comes back as soon as bodies part.
 */
export function freeSides(
  names: readonly Named[],
  { left, top, right, bottom }: Room,
  drawn: readonly (readonly [x: number, y: number])[] = [],
): (number | undefined)[] {
  const taken: (readonly [x: number, y: number, width: number, height: number])[] = [];
  return names.map((name) => {
    const { width, height, side: last = 0 } = name;
    const order = [last, ...sides.keys()];
    const isFree = (side: number): boolean => {
      const [x, y] = placeOf(name, side);
      if (x < left || y < top || x + width > right || y + height > bottom) return false;
      return taken.every(([u, v, w, h]) => x + width <= u || u + w <= x || y + height <= v || v + h <= y);
    };
    const covered = (side: number): number => {
      const [x, y] = placeOf(name, side);
      return drawn.filter(([u, v]) => u > x && u < x + width && v > y && v < y + height).length;
    };
    const [free] = order.filter(isFree).sort((a, b) => covered(a) - covered(b));
    if (free !== undefined) taken.push([...placeOf(name, free), width, height]);
    return free;
  });
}
