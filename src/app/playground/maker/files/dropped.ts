/**
 * Files that are dropped on a drawing, as bodies and fixed parts of it: outlines in the plane (`dropped.ts`), meshes in space
 * (`mesh.ts`), each a function from a draft and a file to another draft. How a file is read stands where it is read.
 *
 * @module app/playground/maker/files
 */
import { middleOf } from "../../../drafts/centred.js";
import type { Draft } from "../../../drafts/draft.js";
import type { FileOutline } from "../../../drafts/outlines/outlines-of-file.js";
import type { Added } from "../add.js";
import { freshName, type Point } from "../edit.js";

/** A name of a file as that of a body: letters, digits, - and _. */
export function wordOf(name: string, file: string): string {
  const word = (text: string): string =>
    text
      .replace(/\.\w+$/, "")
      .replace(/[^\p{L}\p{N}_-]+/gu, "-")
      .replace(/^[^\p{L}]+|-+$/gu, "")
      .slice(0, 30);
  return word(name) || word(file) || "outline";
}

/** A number of a file has no more digits than it means. */
const exact = (x: number): number => Number(x.toPrecision(9)) + 0;

/**
 * The draft with the outlines of a file around a place, as they lie in it. The first is a body where there is none yet; all
 * others are fixed parts.
 */
export function dropped(draft: Draft, outlines: readonly FileOutline[], file: string, at: Point): Added | undefined {
  const [x, y] = middleOf(outlines.flatMap(({ pieces }) => pieces));
  let added: Added | undefined;
  for (const { name: given, pieces } of outlines) {
    const before: Draft = added?.draft ?? draft;
    const name = freshName(before, wordOf(outlines.length > 1 ? given : "", file));
    const [u, v] = middleOf(pieces);
    const about = pieces.map((piece) => piece.map(([p, q]) => [exact(p - u), exact(q - v)] as const));
    const [only] = about;
    const shape =
      about.length === 1
        ? ({ kind: "polygon", vertices: only } as const)
        : ({ kind: "outline", pieces: about } as const);
    const one = { name, shape, at: [exact(at[0] + u - x), exact(at[1] + v - y), 0] as const };
    const isBody = before.bodies.length === 0;
    added = {
      draft: isBody ? { ...before, bodies: [one] } : { ...before, world: [...before.world, one] },
      selected: { role: isBody ? "body" : "part", name },
    };
  }
  return added;
}
