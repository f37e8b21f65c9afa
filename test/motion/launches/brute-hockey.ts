/**
 * Two pucks between two walls, with a post, by formulas alone: times of impact, and at each one Newton's restitution with Coulomb's
 * friction, solid disks whose surfaces stop sliding by a third of the impulse that a point would need.
 */
export const table = {
  restitution: 0.85,
  friction: 0.1,
  wall: 0.5,
  post: { y: 0.9, half: [0.1, 0.05] },
  puck: { radius: 0.04, mass: 0.17, at: [0, 0.2] },
  mallet: { radius: 0.05, mass: 0.3, at: [-0.05, 0] },
  time: 1.2,
  target: [0, 1.8],
} as const;

interface Disk {
  readonly name: string;
  readonly radius: number;
  readonly mass: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  spin: number;
}

/** The next impact of a disk: in which time, along which normal, with what. */
interface Next {
  readonly t: number;
  readonly normal: readonly [number, number];
  readonly name: string;
}

const never: Next = { t: Number.POSITIVE_INFINITY, normal: [0, 0], name: "" };
const sooner = (a: Next, b: Next): Next => (b.t < a.t ? b : a);

/** When a point that moves is at a distance from the origin; infinity where it is not, or goes away. */
function meets(x: number, y: number, vx: number, vy: number, distance: number): number {
  const [a, b, c] = [vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - distance * distance];
  const root = b * b - a * c;
  return b < 0 && root > 0 ? Math.max(0, (-b - Math.sqrt(root)) / a) : Number.POSITIVE_INFINITY;
}

function nextWith({ x, y, vx, vy, radius }: Disk): Next {
  let next = never;
  const { wall, post } = table;
  if (vx < 0) next = sooner(next, { t: (wall - radius + x) / -vx, normal: [1, 0], name: "left" });
  if (vx > 0) next = sooner(next, { t: (wall - radius - x) / vx, normal: [-1, 0], name: "right" });
  const [hx, hy] = post.half;
  for (const side of [-1, 1]) {
    const [tx, ty] = [(side * (hx + radius) - x) / vx, (post.y + side * (hy + radius) - y) / vy];
    if (vx * side < 0 && tx >= 0 && Math.abs(y + vy * tx - post.y) <= hy)
      next = sooner(next, { t: tx, normal: [side, 0], name: "post" });
    if (vy * side < 0 && ty >= 0 && Math.abs(x + vx * ty) <= hx)
      next = sooner(next, { t: ty, normal: [0, side], name: "post" });
    for (const up of [-1, 1]) {
      const [cx, cy] = [side * hx, post.y + up * hy];
      const t = meets(x - cx, y - cy, vx, vy, radius);
      const [nx, ny] = [(x + vx * t - cx) / radius, (y + vy * t - cy) / radius];
      if (nx * side > 0 && ny * up > 0) next = sooner(next, { t, normal: [nx, ny], name: "post" });
    }
  }
  return next;
}

/** An impact of a disk with another one, or with what does not move. */
function strike(a: Disk, [nx, ny]: readonly [number, number], b?: Disk): void {
  const [tx, ty] = [-ny, nx];
  const [vx, vy] = [a.vx - (b?.vx ?? 0), a.vy - (b?.vy ?? 0)];
  const mass = 1 / (1 / a.mass + (b === undefined ? 0 : 1 / b.mass));
  const normal = -(1 + table.restitution) * mass * (vx * nx + vy * ny);
  const slip = vx * tx + vy * ty - a.radius * a.spin - (b === undefined ? 0 : b.radius * b.spin);
  const most = table.friction * normal;
  const tangential = Math.max(-most, Math.min(most, (-slip * mass) / 3));
  for (const [disk, sign] of [[a, 1], ...(b === undefined ? [] : [[b, -1] as const])] as const) {
    disk.vx += (sign * (normal * nx + tangential * tx)) / disk.mass;
    disk.vy += (sign * (normal * ny + tangential * ty)) / disk.mass;
    disk.spin -= (2 * tangential) / (disk.mass * disk.radius);
  }
}

/** Where the puck is at the end, and all impacts in their order. */
export function played(vx: number, vy: number): { readonly x: number; readonly y: number; readonly impacts: string[] } {
  const disk = (name: "puck" | "mallet", vx: number, vy: number): Disk => {
    const { radius, mass, at } = table[name];
    return { name, radius, mass, x: at[0], y: at[1], vx, vy, spin: 0 };
  };
  const [puck, mallet] = [disk("puck", 0, 0), disk("mallet", vx, vy)];
  const impacts: string[] = [];
  for (let left = table.time; ; ) {
    const [x, y, u, v] = [puck.x - mallet.x, puck.y - mallet.y, puck.vx - mallet.vx, puck.vy - mallet.vy];
    const distance = puck.radius + mallet.radius;
    const all = [nextWith(puck), nextWith(mallet), { ...never, t: meets(x, y, u, v, distance) }];
    const t = Math.min(left, ...all.map((one) => one.t));
    for (const one of [puck, mallet]) {
      one.x += one.vx * t;
      one.y += one.vy * t;
    }
    left -= t;
    const which = all.findIndex((one) => one.t === t);
    if (which < 0 || left <= 0 || impacts.length === 30) return { x: puck.x, y: puck.y, impacts };
    if (which === 2) strike(puck, [(puck.x - mallet.x) / distance, (puck.y - mallet.y) / distance], mallet);
    else strike(which === 0 ? puck : mallet, all[which].normal);
    impacts.push(which === 2 ? "puck-mallet" : `${which === 0 ? "puck" : "mallet"}-${all[which].name}`);
  }
}

/** The launches in a box of velocities that a grid of so many points finds, each polished by differences. */
export function everyLaunch(
  box: readonly [readonly [number, number], readonly [number, number]],
  counts: readonly [number, number],
) {
  const at = (d: 0 | 1, k: number): number => box[d][0] + (k / counts[d]) * (box[d][1] - box[d][0]);
  const rows = Array.from({ length: counts[0] + 1 }, (_, i) =>
    Array.from({ length: counts[1] + 1 }, (_, j) => played(at(0, i), at(1, j))),
  );
  const found: { readonly vx: number; readonly vy: number; readonly impacts: string[] }[] = [];
  const [tx, ty] = table.target;
  for (let i = 0; i < counts[0]; i++)
    for (let j = 0; j < counts[1]; j++) {
      const [a, b, c] = [rows[i][j], rows[i + 1][j], rows[i][j + 1]];
      if (a.impacts.length === 0 || `${a.impacts}` !== `${b.impacts}` || `${a.impacts}` !== `${c.impacts}`) continue;
      const [ux, uy, wx, wy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
      const d = ux * wy - wx * uy;
      const [l, m] = [((tx - a.x) * wy - wx * (ty - a.y)) / d, (ux * (ty - a.y) - (tx - a.x) * uy) / d];
      if (!(l >= -1 && l <= 2 && m >= -1 && m <= 2)) continue;
      const launch = polished(at(0, i + l), at(1, j + m));
      const isIn = launch !== undefined && [launch.vx, launch.vy].every((v, k) => v >= box[k][0] && v <= box[k][1]);
      if (isIn && !found.some(({ vx, vy }) => Math.hypot(vx - launch.vx, vy - launch.vy) < 1e-6)) found.push(launch);
    }
  return found;
}

function polished(vx: number, vy: number) {
  const h = 1e-7;
  for (let k = 0; k < 20; k++) {
    const here = played(vx, vy);
    const [dx, dy] = [here.x - table.target[0], here.y - table.target[1]];
    if (Math.hypot(dx, dy) < 1e-10) return { vx, vy, impacts: here.impacts };
    const [u, w] = [played(vx + h, vy), played(vx, vy + h)];
    const [a, b, c, d] = [u.x - here.x, w.x - here.x, u.y - here.y, w.y - here.y].map((one) => one / h);
    vx -= (d * dx - b * dy) / (a * d - b * c);
    vy -= (a * dy - c * dx) / (a * d - b * c);
    if (!(Math.hypot(vx, vy) < 100)) return undefined;
  }
  return undefined;
}
