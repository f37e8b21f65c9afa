import type { Draft } from "../../drafts/draft.js";
import type { Tool } from "./add.js";
import type { Camera } from "./camera.js";
import type { Point, Selected } from "./edit.js";
import type { Seek } from "./seek/seek.js";

/** The part of the drawing that is looked at, and how. */
interface Looking {
  readonly camera: Camera;
  readonly snap: boolean;
  /** The draft is drawn, or its motion is played. */
  readonly mode: "draw" | "motion";
  /** The side that is shown of it: things to be set, or its code. */
  readonly code: "closed" | "json" | "typescript";
}

/** All that the maker shows besides the page's state. */
export interface Making extends Looking {
  /** As it is drawn, or as it would be if what is under way ended here. */
  readonly draft: Draft;
  readonly tool: Tool;
  readonly selected: Selected | undefined;
  /** Things that go with it: those pressed with the shift key. */
  readonly group: readonly Selected[];
  /** Corners of a polygon that is not closed yet. */
  readonly corners: readonly Point[];
  readonly seek: Seek;
}

/** The maker's own state, and the draft that counts: what it says is done by the page. */
export interface Desk {
  get(): Making;
  change(part: Partial<Making>): void;
  /** A change of the draft that can be undone, and runs. */
  commit(draft: Draft): void;
  /** Somebody should hear that. */
  tell(text: string): void;
}
