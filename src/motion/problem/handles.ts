import { planarNames, spatialNames } from "../../mechanics/body.js";

/** The law may add others. */
const contactNames: readonly ContactName[] = [
  "normalForce",
  "tangentForce",
  "gap",
  "separation",
  "slidingVelocityT",
  "slidingVelocityO",
  "coneRadius",
  "coneExcess",
  "stickMargin",
  "stickMarginT",
  "stickMarginO",
];

/** A body, as far as it has names. */
export interface NamedBody {
  readonly name: string;
  readonly space: "planar" | "spatial";
}

/** As much of a scene as has names. */
export interface NamedScene {
  readonly bodies: readonly NamedBody[];
  readonly driven?: readonly NamedBody[];
  readonly contacts?: readonly { readonly name: string }[] | "all";
}

/** States by the names of bodies. */
export type BodyHandles<B> = B extends readonly NamedBody[]
  ? {
      readonly [P in B[number] as P["name"]]: {
        readonly [C in P["space"] extends "planar" ? PlanarName : SpatialName]: `${P["name"]}.${C}`;
      };
    }
  : unknown;

/** Columns by the names of contacts. */
export type ContactHandles<C> = C extends readonly { readonly name: string }[]
  ? { readonly [P in C[number] as P["name"]]: { readonly [N in ContactName]: `${P["name"]}.${N}` } }
  : unknown;

/** The names of a body's coordinates and velocities in the plane, */
export type PlanarName = "x" | "y" | "theta" | "vx" | "vy" | "omega";
/** of those in space, */
export type SpatialName = "x" | "y" | "z" | "e0" | "ex" | "ey" | "ez" | "vx" | "vy" | "vz" | "wx" | "wy" | "wz";
/** and of what every contact with friction has as columns. */
export type ContactName =
  | "normalForce"
  | "tangentForce"
  | "gap"
  | "separation"
  | `slidingVelocity${"T" | "O"}`
  | `cone${"Radius" | "Excess"}`
  | `stickMargin${"" | "T" | "O"}`;

/** The names of what moves and touches in a scene. */
export type Handles<S extends NamedScene> = BodyHandles<S["bodies"]> &
  BodyHandles<S["driven"]> &
  ContactHandles<S["contacts"]>;

/**
 * The names of a scene as the compiler knows them: with `const { ball } = handles(scene)` a state is `ball.vx`, which is
 * "ball.vx", as in `last(ball.vx)` and `start: { [ball.vx]: 1 }`; a slip such as `ball.vq` is an error while typing. The scene
 * is written in the call, or declared `as const`.
 */
export function handles<const S extends NamedScene>(scene: S): Handles<S> {
  const { bodies, driven = [], contacts = [] } = scene;
  const of = ({ name }: { readonly name: string }, columns: readonly string[]): [string, Record<string, string>] => [
    name,
    Object.fromEntries(columns.map((column) => [column, `${name}.${column}`])),
  ];
  return Object.fromEntries([
    ...(contacts === "all" ? [] : contacts).map((contact) => of(contact, contactNames)),
    ...[...bodies, ...driven].map((body) => of(body, body.space === "planar" ? planarNames : spatialNames)),
  ]) as Handles<S>;
}
