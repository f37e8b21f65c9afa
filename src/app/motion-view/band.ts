import type { Model } from "../../mechanics/model.js";
import type { QuasistaticScene } from "../../models/quasistatic/scene.js";
import type { Result } from "../../motion/result.js";
import { contactsOf } from "./motion.js";
import { segmentAt, segmentsOf, segmentText } from "./patches.js";
import { facesOf } from "./quasistatic.js";
import type { BandRow, BandStretch, ContactMode } from "./scene/scene-data.js";

/** Of several contacts together: what slips lets the others slip, too. */
const strongest: readonly ContactMode[] = ["slips", "sticks", "touches"];

/** A row for each contact by the columns of its forces; elements of a patch share one. */
export function bandOfColumns(result: Result): BandRow[] {
  const rows = new Map<string, (readonly string[])[]>();
  for (const { view, state } of contactsOf(result)) {
    const row = view.patch ?? view.name;
    rows.set(row, [...(rows.get(row) ?? []), state]);
  }
  return [...rows].map(([name, states]) => ({
    name,
    parts: stretches(result, (k) => strongest.find((mode) => states.some((state) => state[k] === mode))),
  }));
}

const letters: Readonly<Record<string, ContactMode>> = { o: "sticks", x: "slips" };

/** A row for each face of a quasistatic scene by the modes of its contacts, a letter each. */
export function bandOfModes(scene: QuasistaticScene, result: Result): BandRow[] {
  const modes = result.trajectory.steps.labels?.mode ?? [];
  const faces = facesOf(scene);
  const touches = faces.flatMap((face) => face.touches);
  return faces.map(({ name, touches: own }) => {
    const at = own.map((touch) => touches.indexOf(touch));
    return {
      name,
      parts: stretches(result, (k) => {
        const now = at.map((i) => letters[modes[k]?.[i] ?? "-"]);
        return strongest.find((mode) => now.includes(mode));
      }),
    };
  });
}

const segmentModes = { stick: "sticks", slip: "slips", free: "free" } as const;

/** A row for each contact patch by its segments. */
export function bandOfSegments({ views: { footprints = [] } = {} }: Model, result: Result): BandRow[] {
  return footprints.map((footprint) => {
    const segments = segmentsOf(footprint, result);
    const at = segmentAt(segments, result);
    const parts = stretches(result, (k) => at[k]);
    return {
      name: footprint.contact,
      parts: parts.flatMap(({ mode: i, ...part }) => {
        const segment = segments[i];
        if (segment === undefined || segment.mode === "free") return [];
        return [{ ...part, mode: segmentModes[segment.mode], text: segmentText(segment) }];
      }),
    };
  });
}

/** Steps with the same value one after the other as stretches of time; undefined leaves a gap. */
function stretches<T>(
  { trajectory: { t } }: Result,
  valueAt: (k: number) => T | undefined,
): (Omit<BandStretch, "mode" | "text"> & { readonly mode: T })[] {
  const parts: { from: number; to: number; mode: T }[] = [];
  let open: (typeof parts)[number] | undefined;
  for (let k = 1; k < t.length; k++) {
    const mode = valueAt(k);
    if (mode === undefined) open = undefined;
    else if (mode === open?.mode) open.to = t[k];
    else {
      open = { from: t[k - 1], to: t[k], mode };
      parts.push(open);
    }
  }
  return parts;
}
