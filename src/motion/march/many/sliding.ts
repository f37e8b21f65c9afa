import { column } from "../../../mechanics/assembly.js";

const at = { smoothed: column("contacts.smoothedFriction"), all: column("contacts.friction") };

/**
 * Adds the friction of a contact to that of all, and what of it is beyond μλ_n, which only the smoothing γ of its cone makes:
 * from what pushes, by how much friction is beyond the smoothed cone, and μλ_n and γ.
 */
export function addSliding(observed: Float64Array, excess: number, most: number, smoothing: number): void {
  const size = excess + Math.sqrt(most * (most + 2 * smoothing));
  observed[at.smoothed] += Math.max(0, size - most);
  observed[at.all] += size;
}
