import { partnerOf } from "../../mechanics/contact.js";
import { type Model, now } from "../../mechanics/model.js";
import { type ElasticContact, type QuasistaticScene, touchesOf } from "../../mechanics/quasistatic.js";

/** Contacts between the same two things, which a chart shows as one. */
export interface Face {
  readonly name: string;
  /** Names of its contacts in the columns. */
  readonly touches: readonly string[];
  /** Whether something that is driven is part of it. */
  readonly driven: boolean;
}

/** The scene of a quasistatic model; undefined for every other model. */
export function quasistaticScene({ scene }: Model): QuasistaticScene | undefined {
  const { parts, movers, contacts } = (scene ?? {}) as Partial<QuasistaticScene>;
  return Array.isArray(parts) && Array.isArray(movers) && Array.isArray(contacts)
    ? (scene as QuasistaticScene)
    : undefined;
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
    const ends = [contact!.body, partnerOf(contact!).body];
    return {
      name: names.size === 1 ? [...names][0]! : between,
      touches,
      driven: ends.some((end) => end !== undefined && !parts.has(end)),
    };
  });
}

/** Complementarity pairs of a step, which the paper's formulation has as many binary variables for. */
export const pairsOf = ({ inside }: Model): number =>
  inside.filter(({ name }) => /\.(normalImpulse|edgeImpulse\d+|slip)$/.test(name)).length;
