import type { SceneData, Triple } from "../motion-view/scene/scene-data.js";
import type { Look } from "./look.js";

/** A place where scenes are drawn: with WebGL, or in lines where there is none. */
export interface Stage {
  readonly canvas: HTMLCanvasElement;
  readonly view: View;
  /** Takes a motion up; the camera is fitted to it unless told to stay. */
  show(data: SceneData, keepCamera: boolean): void;
  setGhosts(ghosts: readonly SceneData[]): void;
  setLook(look: Look): void;
  resize(width: number, height: number): void;
  /** Draws the moment at a time; returns how many draw calls that took. */
  draw(time: number): number;
  dispose(): void;
}

/** How a stage is looked at. */
export interface View {
  /** Shows all of the motion again. */
  fit(): void;
  /** The same where the motion leaves what is seen, and nobody has moved the camera. */
  follow(): void;
  /** Turns the view by angles [rad], or moves it over a plane that it faces, and brings it nearer by a factor. */
  turn(across: number, up: number, nearer: number): void;
  /** The place of a point on the canvas [px]. */
  toPixel(point: Triple): readonly [number, number];
  /** The point under a pixel in the motion's plane, or level with `near` in space; undefined where there is none. */
  toPoint(x: number, y: number, near: Triple): Triple | undefined;
  /** Distance of the lines of its grid [m]. */
  readonly grid: number;
}

/** Told when a stage has changed by itself, such as by the pointer: it must be drawn again. */
export type Changed = () => void;

/** True of a pixel inside a window of so many pixels. */
export const isInside = ([x, y]: readonly [number, number], width: number, height: number): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;
