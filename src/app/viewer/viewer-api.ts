import type { SceneData, Triple } from "../motion-view/scene/scene-data.js";
import type { Way } from "./handles/ways.js";

/** A place in the scene that can be dragged: in the plane of a planar motion, level with itself in space. */
export interface Handle {
  readonly name: string;
  /** The thing that is dragged, in words for those who cannot see it. */
  readonly label: string;
  readonly kind: "start" | "target" | "obstacle" | "corner" | "turn" | "move" | "lift" | "size" | "ring";
  readonly at: Triple;
  /** The box that it stays in, drawn while it is held; anywhere where left out. */
  readonly within?: { readonly low: Triple; readonly high: Triple } | undefined;
  /** The line or ring that it stays on. */
  readonly way?: Way;
}

/** Handles by which things are moved, turned and sized, with lines that belong to them. */
export interface Grips {
  readonly handles: readonly Handle[];
  readonly lines: readonly (readonly Triple[])[];
  readonly onMove: OnMove;
  /** Told which one is taken hold of, before it is dragged, and whether the shift key is. */
  readonly onHold: (name: string, adds: boolean) => void;
}

/** Told where a handle is dragged, again and again, and where it is let go. */
export type OnMove = (name: string, point: Triple, phase: "drag" | "drop") => void;

/** A motion in a box of the page, with its timeline. */
export interface Viewer extends Player {
  readonly element: HTMLElement;
  /**
   * Shows a motion, or nothing. With `keepTime` the clock and the camera stay as they are, with `follow` only as long as
   * all of the motion is seen, or somebody has moved the camera.
   */
  show(data: SceneData | undefined, options?: { readonly keepTime?: boolean; readonly follow?: boolean }): void;
  setHandles(handles: readonly Handle[], onMove: OnMove): void;
  /** The same for grips, which are there besides; none where undefined. */
  setGrips(grips: Grips | undefined): void;
  /** Other motions drawn faintly; `onPick` is told which one was clicked. */
  setGhosts(ghosts: readonly SceneData[], onPick?: (index: number) => void): void;
  /** The scene as it is, as PNG. */
  picture(): Promise<Blob>;
  dispose(): void;
}

/** The time of a motion that is played. */
export interface Player {
  seek(time: number): void;
  play(on: boolean): void;
  isPlaying(): boolean;
  /** Stands still, some hundredths of the motion further on. */
  step(hundredths: number): void;
  /** Calls back at every time that is shown, until what it returns is called. */
  onTime(listener: (time: number) => void): () => void;
}

export interface ViewerOptions {
  /** It plays by itself once it is seen, again and again; never where people ask for less motion. */
  readonly autoplay?: boolean;
}
