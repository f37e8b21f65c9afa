/** The part feeder integrated without anything of the package: Runge–Kutta of order four, impacts found by bisection. */
const [a, b, m, I] = [2, 1, 1, 5 / 3];
const [mu, K, C, gamma, g] = [0.3, 1e4, 100, 1e-4, 9.8];
const corner = [5, 5] as const;
const palm = [0.2, 3.2] as const;
const vertices = [
  [a, b],
  [-a, b],
  [-a, -b],
  [a, -b],
] as const;

/** A contact at an instant: gap, arm, normal, and where it is on the part. */
interface Touch {
  readonly gap: number;
  readonly arm: readonly [number, number];
  readonly n: readonly [number, number];
}

/** x, y, angle, their rates, and deformations along and across five contacts. */
type State = Float64Array;

function touches(s: State): Touch[] {
  const [c, d] = [Math.cos(s[2]), Math.sin(s[2])];
  const [rx, ry] = [corner[0] - s[0], corner[1] - s[1]];
  // the corner in axes of the part
  const [px, py] = [c * rx + d * ry, c * ry - d * rx];
  const [dx, dy] = [Math.abs(px) - a, Math.abs(py) - b];
  let [nx, ny, gap] = dx > dy ? [Math.sign(px), 0, dx] : [0, Math.sign(py), dy];
  if (dx > 0 && dy > 0) {
    gap = Math.hypot(dx, dy);
    [nx, ny] = [(Math.sign(px) * dx) / gap, (Math.sign(py) * dy) / gap];
  }
  // what pushes the part goes against the way out
  const found: Touch[] = [{ gap, arm: [rx, ry], n: [-(c * nx - d * ny), -(d * nx + c * ny)] }];
  for (const [vx, vy] of vertices) {
    const arm = [c * vx - d * vy, d * vx + c * vy] as const;
    const x = s[0] + arm[0];
    const over = x >= palm[0] && x <= palm[1];
    found.push({ gap: over ? s[1] + arm[1] : Number.POSITIVE_INFINITY, arm, n: [0, 1] });
  }
  return found;
}

/** The slopes of everything; `closed` says which contacts push or pull. */
function slopes(s: State, closed: readonly boolean[]): State {
  const out = new Float64Array(16);
  let [fx, fy, torque] = [0, -m * g, 0];
  touches(s).forEach(({ gap, arm, n }, i) => {
    const [at, across] = [6 + 2 * i, 7 + 2 * i];
    const [vx, vy] = [s[3] - s[5] * arm[1], s[4] + s[5] * arm[0]];
    const approach = vx * n[0] + vy * n[1];
    if (!closed[i]) {
      out[at] = (-K / C) * s[at];
      out[across] = (-K / C) * s[across];
      return;
    }
    const normal = Math.max(0, -K * gap - C * approach);
    const t = [-n[1], n[0]];
    const stick = K * s[across] - C * (vx * t[0] + vy * t[1]);
    const radius = Math.sqrt(mu * normal * (mu * normal + 2 * gamma));
    const friction = Math.max(-radius, Math.min(radius, stick));
    out[at] = -approach;
    out[across] = (friction - K * s[across]) / C;
    const force = [normal * n[0] + friction * t[0], normal * n[1] + friction * t[1]];
    fx += force[0];
    fy += force[1];
    torque += arm[0] * force[1] - arm[1] * force[0];
  });
  out.set([s[3], s[4], s[5], fx / m, fy / m, torque / I]);
  return out;
}

const moved = (s: State, k: State, h: number): State => s.map((x, i) => x + h * k[i]);

function step(s: State, closed: readonly boolean[], h: number): State {
  const k1 = slopes(s, closed);
  const k2 = slopes(moved(s, k1, h / 2), closed);
  const k3 = slopes(moved(s, k2, h / 2), closed);
  const k4 = slopes(moved(s, k3, h), closed);
  return s.map((x, i) => x + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
}

/** True for contacts that are closed: the surface, deformed as it is, is reached, and the force presses. */
function states(s: State, closed: readonly boolean[]): boolean[] {
  return touches(s).map(({ gap, arm, n }, i) => {
    if (!closed[i]) return gap + s[6 + 2 * i] < 0;
    const approach = (s[3] - s[5] * arm[1]) * n[0] + (s[4] + s[5] * arm[0]) * n[1];
    return -K * gap - C * approach > 0;
  });
}

/** x, y and angle of the part after 1.5 s. */
export function integrateFeeder(flight: number, contact: number): readonly [number, number, number] {
  let s: State = new Float64Array(16);
  const angle = -Math.PI / 9;
  s.set([1.6, 8.1, angle, 1.95 * Math.cos(angle), 1.95 * Math.sin(angle), 0]);
  let closed = states(
    s,
    Array.from({ length: 5 }, () => false),
  );
  for (let t = 0; t < 1.5; ) {
    let h = Math.min(closed.some((x) => x) ? contact : flight, 1.5 - t);
    let next = step(s, closed, h);
    if (states(next, closed).join() !== closed.join()) {
      let [from, to] = [0, h];
      while (to - from > 1e-15) {
        const middle = (from + to) / 2;
        if (states(step(s, closed, middle), closed).join() === closed.join()) from = middle;
        else to = middle;
      }
      h = to;
      next = step(s, closed, h);
    }
    closed = states(next, closed);
    s = next;
    t += h;
    if (1.5 - t < 1e-14) break;
  }
  return [s[0], s[1], s[2]];
}
