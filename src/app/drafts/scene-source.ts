import { fromRotationVector, rotate } from "../../algebra/rotation.js";
import { centred, centredPieces } from "./centred.js";
import type { Draft, DraftBody, DraftPart, DraftShape } from "./draft.js";
import { call, p, type Source } from "./source.js";

type Triple = readonly [number, number, number];

/** A body of a scene: its shapes about its centre, mass and inertia from its density. */
export function bodySource({ name, shape, density, material }: DraftBody, space: Draft["space"]): Source {
  return {
    name,
    space,
    ...(shape.kind === "outline"
      ? { shapes: centredPieces(shape.pieces).map((vertices) => ({ kind: "polygon", vertices })) }
      : { shape: aboutCentre(shape) }),
    density: density ?? densities[space],
    ...(material !== undefined && { material }),
  };
}

/** Wood: a plate of it in the plane [kg/m²], and a body in space [kg/m³]. */
export const densities = { planar: 25, spatial: 700 } as const;

function aboutCentre(shape: DraftShape): Source {
  switch (shape.kind) {
    case "capsule":
      return { kind: "capsule", from: [-shape.half, 0, 0], to: [shape.half, 0, 0], radius: shape.radius };
    case "polygon":
      return { kind: "polygon", vertices: centred(shape.vertices) };
    default:
      return { ...shape };
  }
}

/** The name of a piece of a part: the first has the part's own. */
export const pieceName = (part: string, i: number): string => (i === 0 ? part : `${part}__${i + 1}`);

/** Numbers of a part that are to be found, besides its place. */
export interface Found {
  readonly turn: boolean;
  readonly belt: boolean;
}

/** The fixed parts of a scene of one that is drawn; place, angle and speed of its surface are parameters, the last two where it has them or they are to be found. */
export function worldSources(part: DraftPart, space: Draft["space"], found: Found): Source[] {
  const { name, shape, material } = part;
  const runs = part.belt !== undefined || found.belt;
  const pieces =
    shape.kind === "outline"
      ? centredPieces(shape.pieces).map((vertices) => ({ ...part, shape: { kind: "polygon", vertices } as const }))
      : [shape.kind === "polygon" ? { ...part, shape: { ...shape, vertices: centred(shape.vertices) } } : part];
  return pieces.map((piece, i) => ({
    name: pieceName(name, i),
    shape: space === "planar" ? inPlane(piece, found.turn) : inSpace(piece),
    ...(material !== undefined && { material }),
    ...(runs && { surfaceVelocity: along(part, space, found.turn) }),
  }));
}

/** The speed of a belt along the x axis of its part, in axes of the world. */
function along({ name, turn }: DraftPart, space: Draft["space"], turns: boolean): Source {
  const speed = p(`${name}.belt`);
  if (space === "planar") {
    if (!turns && typeof turn !== "number") return [speed, 0, 0];
    const angle = p(`${name}.turn`);
    return [call("mul", speed, call("cos", angle)), call("mul", speed, call("sin", angle)), 0];
  }
  const axis = Array.isArray(turn) ? Array.from(rotate(fromRotationVector(turn), [1, 0, 0])) : [1, 0, 0];
  return axis.map((x) => call("mul", speed, x));
}

function inPlane({ name, shape, turn }: DraftPart, turns: boolean): Source {
  const [x, y] = [p(`${name}.x`), p(`${name}.y`)];
  const angle = p(`${name}.turn`);
  const turned = turns || typeof turn === "number";
  const [c, s]: readonly [Source, Source] = turned ? [call("cos", angle), call("sin", angle)] : [1, 0];
  /** The world's coordinates of a point of the part. */
  const place = ([u, v]: readonly [number, number]): readonly [Source, Source] => {
    if (!turned) return [call("add", x, u), call("add", y, v)];
    return [
      call("add", x, call("sub", call("mul", u, c), call("mul", v, s))),
      call("add", y, call("add", call("mul", u, s), call("mul", v, c))),
    ];
  };
  switch (shape.kind) {
    case "ball":
      return { kind: "ball", radius: shape.radius, centre: [x, y, 0] };
    case "capsule":
      return {
        kind: "capsule",
        from: [...place([-shape.half, 0]), 0],
        to: [...place([shape.half, 0]), 0],
        radius: shape.radius,
      };
    case "polygon":
      // pieces of an outline stand about the centre of the whole
      return { kind: "polygon", vertices: shape.vertices.map(place) };
    case "ground":
      return {
        kind: "half-space",
        normal: turned ? [call("neg", s), c, 0] : [0, 1, 0],
        tangent: turned ? [c, s, 0] : [1, 0, 0],
        offset: turned ? call("sub", call("mul", c, y), call("mul", s, x)) : y,
      };
    case "box": {
      const half = call("mul", 0.5, angle);
      const orientation = turned && { orientation: [call("cos", half), 0, 0, call("sin", half)] };
      return { kind: "box", half: shape.half, pose: { position: [x, y, 0], ...orientation } };
    }
    default:
      throw new RangeError(`a ${shape.kind} lives in space`);
  }
}

function inSpace({ name, shape, turn }: DraftPart): Source {
  const at = ["x", "y", "z"].map((axis) => p(`${name}.${axis}`));
  const turned: readonly number[] = Array.isArray(turn) ? turn : [0, 0, 0];
  const orientation = fromRotationVector(turned);
  const along = (v: Triple): Triple => {
    const [x, y, z] = rotate(orientation, v);
    return [x, y, z];
  };
  const beside = (v: Triple): Source => along(v).map((x, i) => call("add", at[i], x));
  const pose = { position: at, ...(turned.some((x) => x !== 0) && { orientation }) };
  switch (shape.kind) {
    case "ball":
      return { kind: "ball", radius: shape.radius, centre: at };
    case "capsule":
      return {
        kind: "capsule",
        from: beside([-shape.half, 0, 0]),
        to: beside([shape.half, 0, 0]),
        radius: shape.radius,
      };
    case "ground": {
      const normal = along([0, 0, 1]);
      return {
        kind: "half-space",
        normal,
        tangent: along([1, 0, 0]),
        offset: call("add", ...normal.map((x, i) => call("mul", x, at[i]))),
      };
    }
    case "polygon":
    case "outline":
      throw new RangeError(`a ${shape.kind} lives in the plane`);
    default:
      return { ...shape, pose };
  }
}
