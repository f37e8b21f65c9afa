import { linkOf, type Place, withoutTime } from "../../run/place.js";
import type { CompareActions } from "../actions.js";
import { type Kept, mostKept } from "../compare/kept.js";
import { shownMotion } from "../compare/shown.js";
import { record } from "../history.js";
import { type Desk, run, show, toLink } from "./desk.js";

/** Motions that are kept, drawn beside the one that is shown, gone back to and let go. */
export function keeping(desk: Desk): Omit<CompareActions, "showFamily" | "curve" | "endFamily"> & {
  measured(file: string, text: string): Promise<void>;
} {
  const { get, change } = desk.page;
  let last = 0;

  function put(kept: readonly Kept[], told: string): void {
    change({ kept, told });
    show(desk, true);
  }

  function add(motion: Omit<Kept, "id" | "drawn">): void {
    const { kept } = get();
    const place = motion.place && linkOf(withoutTime(motion.place));
    const known = kept.find((one) => place !== undefined && one.place !== undefined && linkOf(one.place) === place);
    const others = kept.filter((one) => one !== known);
    put(
      [...others, { ...motion, id: known?.id ?? ++last, drawn: true }].slice(-mostKept),
      `Kept to be compared: ${motion.name}`,
    );
  }

  return {
    keep() {
      const motion = shownMotion(get());
      if (motion !== undefined) add(motion);
    },
    letGo: (id) =>
      put(
        get().kept.filter((one) => one.id !== id),
        "No longer kept",
      ),
    drawKept: (id, drawn) =>
      put(
        get().kept.map((one) => (one.id === id ? { ...one, drawn } : one)),
        drawn ? "Drawn beside the motion" : "No longer drawn",
      ),
    goToKept(id) {
      const { kept, family } = get();
      const place: Place | undefined = [...kept, ...(family?.members ?? [])].find((one) => one.id === id)?.place;
      if (place === undefined) return;
      change({ history: record(get().history, place), current: false, refusal: undefined });
      toLink(desk, "replace");
      run(desk, place.launch);
    },
    async measured(file, text) {
      const { answer, branches, picked } = get();
      const scene = branches[picked]?.scene ?? answer?.scene;
      if (scene === undefined) throw new Error(`${file} is a table: open the problem whose motion it measures first.`);
      const { measuredMotion } = await import("../compare/measured.js");
      add({ name: file, place: undefined, settings: {}, values: {}, scene: measuredMotion(file, text, scene) });
    },
  };
}
