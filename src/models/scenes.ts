import type { CompliantContact } from "../mechanics/compliance.js";
import type { Contact } from "../mechanics/contact.js";
import type { Model } from "../mechanics/model.js";
import type { Scene, ShapedScene } from "../mechanics/scene.js";
import type { SceneView } from "../mechanics/views.js";
import type { PatchScene } from "./patch/patch-scene.js";
import type { UnionScene } from "./patch/union.js";
import type { QuasistaticScene } from "./quasistatic/scene.js";
import type { SlidingScene } from "./sliding.js";

/** Plain data of one kind, under a law of contact by its name. */
interface Kind<K extends string, S extends object> extends SceneView {
  readonly kind: K;
  readonly scene: S;
}

/** The scenes that models of this package are made from, told apart by their kind. */
export type ModelScene =
  | Kind<"contacts", Scene<Contact>>
  | Kind<"shaped", ShapedScene<CompliantContact>>
  | Kind<"patch", PatchScene>
  | Kind<"patch-union", UnionScene>
  | Kind<"sliding", SlidingScene>
  | Kind<"quasistatic", QuasistaticScene>;

const kinds: readonly string[] = [
  "contacts",
  "shaped",
  "patch",
  "patch-union",
  "sliding",
  "quasistatic",
] satisfies readonly ModelScene["kind"][];

const isKnown = (view: SceneView): view is ModelScene => kinds.includes(view.kind);

/** The scene that a model was made from; none of a model of one's own. */
export function modelScene({ views }: Model): ModelScene | undefined {
  const view = views?.scene;
  return view !== undefined && isKnown(view) ? view : undefined;
}
