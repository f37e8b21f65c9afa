import type { MeshShape, Shape } from "../../geometry/shape.js";
import type { Model } from "../../mechanics/model.js";

/** A mesh of a body, and the field that has it. */
export interface MeshField {
  readonly field: string;
  readonly mesh: MeshShape;
}

/** A scene of any kind, as far as it has shapes. */
interface Shaped {
  readonly bodies?: readonly {
    readonly name: string;
    readonly shape?: Shape;
    readonly shapes?: readonly (Shape | { readonly shape: Shape })[];
  }[];
}

/** The meshes of a model's bodies; those of the world have no mass. */
export function meshesOf({ views }: Model): MeshField[] {
  const { bodies = [] } = (views?.scene?.scene ?? {}) as Shaped;
  return bodies.flatMap(({ name, shape, shapes = shape ? [shape] : [] }) =>
    shapes.flatMap((one, i) => {
      const mesh = "kind" in one ? one : one.shape;
      return mesh.kind === "mesh" ? [{ field: `${name}.shape${shapes.length > 1 ? `s[${i}]` : ""}`, mesh }] : [];
    }),
  );
}
