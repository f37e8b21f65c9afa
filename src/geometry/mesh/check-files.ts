import { BadInput } from "../../checks/bad-input.js";

/** Refuses data that must be or have something. */
export const refuse = (must: string): never => {
  throw new BadInput("data", `data must ${must}.`);
};

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
    const isWhole = corners.every((corner) => corner.length === 3 && corner.every((x) => Number.isFinite(Number(x))));
    if (end === undefined || corners.length !== 3 || !isWhole)
      refuse(`have three corners of three finite numbers in every facet, as its facet ${i + 1} has not`);
  });
}

/** Refuses an OBJ with a corner that is no place, or a face whose corners are not there yet. */
export function checkObj(text: string): void {
  let count = 0;
  text
    .replaceAll("\\\n", "")
    .split("\n")
    .forEach((line, i) => {
      const [word, ...rest] = line.trim().split(/\s+/);
      if (word === "v") {
        const point = rest.slice(0, 3);
        if (point.length < 3 || !point.every((x) => Number.isFinite(Number(x))))
          refuse(`have three finite numbers for every vertex, as its line ${i + 1} has not`);
        count++;
      }
      if (word !== "f") return;
      for (const corner of rest) {
        const at = Number.parseInt(corner, 10);
        if (!(Math.abs(at) >= 1 && Math.abs(at) <= count))
          refuse(`have faces of vertices that stand before them: its line ${i + 1} names ${corner}, of ${count}`);
      }
    });
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
