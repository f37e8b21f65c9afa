import type { Vector } from "../algebra/rotation.js";
import { inner, minus, outer, plus, type ReadonlyVector, times } from "../algebra/vectors.js";
import { apart, faceInside } from "./mesh/shells.js";
import { type Solid, type Surface, surfacesOf } from "./solid.js";

/** The mass of a body, where its centre is, and its inertia. */
export interface MassProperties {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass [m], in the axes of the solid. */
  readonly centre: ReadonlyVector;
  /** xx yy zz xy xz yz of the tensor of inertia about the centre of mass [kg m²], so that xy = −∫ xy dm. */
  readonly inertia: readonly [number, number, number, number, number, number];
}

/**
 * Mass, centre and inertia of a solid of a density [kg/m³] by the divergence theorem: over the tetrahedra (o, a, b, c) of
 * a point o and the triangles of the surface, with D = a·(b × c)/6 and s = a + b + c measured from o,
 *
 *     V = Σ D,   ∫ x dV = Σ D s/4,   ∫ x xᵀ dV = Σ D (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/20.
 *
 * @throws {RangeError} for a solid without a closed surface, or with a shell in another, and for a density that is not above 0.
 */
export function massProperties(solid: Solid, density: number): MassProperties {
  if (!(density > 0 && density < Number.POSITIVE_INFINITY))
    throw new RangeError(`a density must be a finite number above 0 kg/m³, it is ${density}`);
  const surfaces = surfacesOf(solid);
  for (const surface of surfaces) {
    const inside = faceInside(surface);
    if (inside !== undefined) throw new RangeError(`a mesh must ${apart}; see its face ${inside}`);
  }
  return massInside(surfaces, density);
}

/** The same of surfaces that are closed. */
export function massInside(surfaces: readonly Surface[], density: number): MassProperties {
  // near the solid, so that no digits are lost where it is far from the origin
  const from = surfaces[0].vertices[0];
  let volume = 0;
  let first: Vector = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  for (const { vertices, faces } of surfaces)
    for (const face of faces)
      for (let k = 2; k < face.length; k++) {
        const [a, b, c] = [face[0], face[k - 1], face[k]].map((i) => minus(vertices[i], from)) as [
          Vector,
          Vector,
          Vector,
        ];
        const D = inner(a, outer(b, c)) / 6;
        const s = plus(plus(a, b), c);
        volume += D;
        first = plus(first, times(D / 4, s));
        entries.forEach(([i, j], at) => {
          second[at] += (D / 20) * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
        });
      }
  const mass = density * volume;
  const centre = times(1 / volume, first);
  const [xx, yy, zz, xy, xz, yz] = entries.map(([i, j], at) => density * second[at] - mass * centre[i] * centre[j]);
  return {
    mass,
    centre: plus(from, centre),
    inertia: [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz],
  };
}

/** xx yy zz xy xz yz. */
const entries = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/**
 * The same body, of whatever density gives it this mass [kg].
 * @throws {RangeError} for a mass that is not above 0.
 */
export function withMass({ mass, centre, inertia }: MassProperties, wanted: number): MassProperties {
  if (!(wanted > 0 && wanted < Number.POSITIVE_INFINITY))
    throw new RangeError(`a mass must be a finite number above 0 kg, it is ${wanted}`);
  const scale = wanted / mass;
  const [xx, yy, zz, xy, xz, yz] = inertia;
  return {
    mass: wanted,
    centre,
    inertia: [scale * xx, scale * yy, scale * zz, scale * xy, scale * xz, scale * yz],
  };
}
