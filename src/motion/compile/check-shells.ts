import { BadInput } from "../../checks/bad-input.js";
import { apart, faceInside } from "../../geometry/mesh/shells.js";
import type { MeshShape } from "../../geometry/shape.js";
import type { MeshField } from "./meshes.js";

// problems are set up again and again, with the same shapes
const sound = new WeakSet<MeshShape>();

/**
 * Refuses meshes whose shells are in each other: what both hold would count twice in the mass.
 * @throws {BadInput} naming the field, and one of its faces.
 */
export function checkShells(meshes: readonly MeshField[]): void {
  for (const { field, mesh } of meshes) {
    if (sound.has(mesh)) continue;
    const face = faceInside(mesh);
    if (face !== undefined) throw new BadInput(field, `${field} must ${apart}; see its face ${face}.`);
    sound.add(mesh);
  }
}
