import { partnerOf } from "../../mechanics/contact.js";
import { frame, type Model, now } from "../../mechanics/model.js";
import { type ElasticContact, type QuasistaticScene, touchesOf } from "../../models/quasistatic/scene.js";
import { modelScene } from "../../models/scenes.js";

/** Contacts between the same two things, which a chart shows as one. */
export interface Face {
  readonly name: string;
  /** Names of its contacts in the columns. */
  readonly touches: readonly string[];
  /** True where something that is driven is part of it. */
  readonly driven: boolean;
}

/** The scene of a quasistatic model; undefined for every other model. */
export function quasistaticScene(model: Model): QuasistaticScene | undefined {
  const known = modelScene(model);
  return known?.kind === "quasistatic" ? known.scene : undefined;
}

/** Contacts by what they are between, in the order of the scene. */
export function facesOf(scene: QuasistaticScene): Face[] {
  const parts = new Set(scene.parts.map(({ name }) => name));
  const groups = new Map<string, { touches: string[]; contacts: Set<ElasticContact> }>();
  for (const { name, contact } of touchesOf(scene, now)) {
    const between = `${contact.body} on ${partnerOf(contact).body ?? "the world"}`;
    const group = groups.get(between) ?? { touches: [], contacts: new Set() };
    group.touches.push(name);
    group.contacts.add(contact);
    groups.set(between, group);
  }
  return [...groups].map(([between, { touches, contacts }]) => {
    const names = new Set([...contacts].map(({ name }) => (contacts.size > 1 ? name.replace(/\d+$/, "") : name)));
    const [contact] = contacts;
    const ends = [contact.body, partnerOf(contact).body];
    return {
      name: names.size === 1 ? [...names][0] : between,
      touches,
      driven: ends.some((end) => end !== undefined && !parts.has(end)),
    };
  });
}

/** Complementarity pairs of a step, which the paper's formulation has as many binary variables for. */
export const pairsOf = (model: Model): number => model.step(frame).pairs.length;
