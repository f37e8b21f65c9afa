import { BadInput } from "../../checks/bad-input.js";

/** Refuses data that must be or have something. */
export const refuse = (must: string): never => {
  throw new BadInput("data", `data must ${must}.`);
};

/** True for what readers take whole: of 0x10 they read its 0. */
const isNumber = (word: string): boolean =>
  /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word) && Number.isFinite(Number(word));

/** A binary STL has a header and a number of triangles, and then so many bytes for each. */
const stl = { header: 80, begin: 84, each: 50 };

/** Refuses an STL that loses triangles when it is read: a count that is not its length, or facets without three corners. */
export function checkStl(bytes: Uint8Array, text: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < stl.begin ? 0 : view.getUint32(stl.header, true);
  const length = stl.begin + stl.each * count;
  if (bytes.length === length) return;
  if (/^.{0,4}solid/s.test(text)) checkFacets(text);
  else if (bytes.length < stl.begin)
    refuse(`begin with "solid", or be a binary STL of ${stl.begin} bytes or more; it has ${bytes.length}`);
  // some programs write something of their own behind the last triangle
  else if (bytes.length < length || bytes.length >= length + stl.each)
    refuse(`have ${length} bytes for the ${count} triangles that it says it has; it has ${bytes.length}`);
}

function checkFacets(text: string): void {
  const facets = text.split(/\bfacet\b(?=\s+normal\b)/).slice(1);
  if (facets.length === 0) refuse("have a facet");
  facets.forEach((facet, i) => {
    const [inside, end] = facet.split(/\bendfacet\b/);
    const corners = [...inside.matchAll(/\bvertex[^\S\n]+([^\n]*)/g)].map(([, line]) => line.trim().split(/\s+/));
    const isWhole = corners.every((corner) => corner.length === 3 && corner.every(isNumber));
    if (end === undefined || corners.length !== 3 || !isWhole)
      refuse(`have three corners of three finite numbers in every facet, as its facet ${i + 1} has not`);
  });
}

/** One line of an OBJ, without what it says to people; one that ends in a backslash goes on in the next, and is told by its first. */
interface ObjLine {
  readonly number: number;
  readonly text: string;
}

function linesOf(text: string): ObjLine[] {
  const lines: ObjLine[] = [];
  let goesOn = false;
  text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .forEach((raw, i) => {
      const last = goesOn ? lines.pop() : undefined;
      goesOn = raw.endsWith("\\");
      const text = goesOn ? raw.slice(0, -1) : raw;
      lines.push({ number: last?.number ?? i + 1, text: (last?.text ?? "") + text });
    });
  return lines.map(({ number, text }) => ({ number, text: text.split("#")[0].trim() }));
}

/** A vertex by its number, and behind strokes one of a texture and one of a normal. */
const objCorner = /^[-+]?\d+(\/[-+]?\d*){0,2}$/;

/**
 * The vertices and faces of an OBJ, without its other lines: a reader makes lines of all faces of an object that has one.
 * @throws {BadInput} for a corner that is no place, and a face of fewer than three or whose corners are not there yet.
 */
export function checkedObj(text: string): string {
  let count = 0;
  const kept: string[] = [];
  for (const { number, text: line } of linesOf(text)) {
    const [word, ...rest] = line.split(/\s+/);
    if (word === "v") {
      if (rest.length < 3 || !rest.slice(0, 3).every(isNumber))
        refuse(`have three finite numbers for every vertex, as its line ${number} has not`);
      count++;
      kept.push(`v ${rest.slice(0, 3).join(" ")}`);
    } else if (word === "f") {
      for (const corner of rest) {
        const at = objCorner.test(corner) ? Number.parseInt(corner, 10) : 0;
        if (!(Math.abs(at) >= 1 && Math.abs(at) <= count))
          refuse(`have faces of vertices that stand before them: its line ${number} names ${corner}, of ${count}`);
      }
      if (rest.length < 3) refuse(`have faces of three corners or more: its line ${number} names ${rest.length}`);
      kept.push(`f ${rest.map((corner) => corner.split("/")[0]).join(" ")}`);
    } else if (/^[vf][-+.\d]/.test(word)) refuse(`have a blank behind "${word[0]}" in its line ${number}`);
  }
  return kept.join("\n");
}

/** Refuses a GLB that is shorter than it says. */
export function checkGlb(bytes: Uint8Array): void {
  const { buffer, byteOffset, byteLength } = bytes;
  const said = byteLength < 12 ? 12 : new DataView(buffer, byteOffset, byteLength).getUint32(8, true);
  if (byteLength < said) refuse(`have the ${said} bytes of its GLB; it has ${byteLength}`);
}

/** Refuses a primitive that is a surface and not of single triangles, and corners that are not there. */
export function checkPrimitive(mode: number, positions: number, indices: ArrayLike<number> | undefined): void {
  const strips = { 5: "a strip", 6: "a fan" };
  if (mode === 5 || mode === 6) refuse(`have single triangles, not ${strips[mode]} of them`);
  if (positions === 0) refuse("have positions for all of its triangles");
  for (let k = 0; k < (indices?.length ?? 0); k++)
    if (indices !== undefined && indices[k] >= positions)
      refuse(`name positions that are there: a triangle names ${indices[k]}, of 0 to ${positions - 1}`);
}
