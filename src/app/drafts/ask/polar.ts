/** A launch by its speed [m/s], its direction about z from x, and its elevation over the level [rad], which is 0 in the plane. */
export interface Polar {
  readonly speed: number;
  readonly direction: number;
  readonly elevation: number;
}

export const polarOf = ([x, y, z]: readonly [number, number, number]): Polar => ({
  speed: Math.hypot(x, y, z),
  direction: Math.atan2(y, x),
  elevation: Math.atan2(z, Math.hypot(x, y)),
});

export function velocityOf({ speed, direction, elevation }: Polar): readonly [number, number, number] {
  const level = speed * Math.cos(elevation);
  return [level * Math.cos(direction), level * Math.sin(direction), speed * Math.sin(elevation)];
}
