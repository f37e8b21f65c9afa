import { refuse } from "./check-files.js";

/** An object of a file, of which nothing is known. */
type Given = Readonly<Record<string, unknown>>;

const isGiven = (given: unknown): given is Given =>
  typeof given === "object" && given !== null && !Array.isArray(given);

/** Bytes of a component by its number, and components of an element. */
const bytes: Readonly<Record<string, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const components: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

const isGltf = (json: unknown): json is Given => isGiven(json) && isGiven(json.asset) && "version" in json.asset;

/**
 * Refuses what is no glTF, has its numbers in files of their own, or says that it has more of them than it has: readers make
 * room for whatever a file says. `binary` has the bytes behind the text of a GLB, `length` is that of the whole file.
 */
export function checkGltf(json: unknown, binary: number, length: number): void {
  if (!isGltf(json)) throw refuse("be glTF, an object with asset.version");
  const sizes = listOf(json, "buffers").map(([buffer, at]) => {
    const said = wholeOf(buffer, "byteLength", at);
    const has = bytesOf(buffer.uri) ?? binary;
    if (said > has) refuse(`have the ${said} bytes of its ${at}; it has ${has}`);
    return said;
  });
  const views = listOf(json, "bufferViews").map(([view, at]) => {
    const size = wholeOf(view, "byteLength", at);
    fits(wholeOf(view, "byteOffset", at, 0) + size, sizes[wholeOf(view, "buffer", at)], at);
    return { size, stride: wholeOf(view, "byteStride", at, 0) };
  });
  for (const [accessor, at] of listOf(json, "accessors")) {
    const count = wholeOf(accessor, "count", at);
    const element = bytes[String(accessor.componentType)] * components[String(accessor.type)];
    if (!(element > 0)) refuse(`have a componentType and a type that there are in its ${at}`);
    // zeros need no buffer, but nobody means more of them than a file has bytes
    const view = "bufferView" in accessor ? views[wholeOf(accessor, "bufferView", at)] : { size: length, stride: 1 };
    const stride = view?.stride || element;
    const last = "bufferView" in accessor ? element : 1;
    if (isGiven(accessor.sparse)) fits(wholeOf(accessor.sparse, "count", `${at}.sparse`), count, `${at}.sparse`);
    fits(wholeOf(accessor, "byteOffset", at, 0) + stride * (count - 1) + last, view?.size, at);
  }
  for (const name of ["nodes", "meshes", "scenes"]) listOf(json, name);
}

/** The objects of a list, each with where it stands. */
function listOf(json: Given, name: string): (readonly [Given, string])[] {
  const list = json[name] ?? [];
  if (!Array.isArray(list) || !list.every(isGiven)) return refuse(`have a list of objects as its ${name}`);
  return list.map((one: Given, i) => [one, `${name}[${i}]`] as const);
}

function wholeOf(one: Given, field: string, at: string, otherwise?: number): number {
  const given = one[field] ?? otherwise;
  if (typeof given === "number" && Number.isSafeInteger(given) && given >= 0) return given;
  return refuse(`have a whole number from 0 on as its ${at}.${field}`);
}

function fits(end: number, size: number | undefined, at: string): void {
  if (!(size !== undefined && end <= size)) refuse(`have all that its ${at} says, ${end} of ${size ?? "none"}`);
}

/** How many bytes a buffer's own address holds; undefined where it has none. */
function bytesOf(uri: unknown): number | undefined {
  if (typeof uri !== "string") return undefined;
  if (!uri.startsWith("data:"))
    return refuse(`have its buffers inside, as data: or GLB; ${JSON.stringify(uri.slice(0, 99))} is another file`);
  const text = uri.slice(uri.indexOf(",") + 1).replace(/=+$/, "");
  return /^data:[^,]*;base64,/.test(uri) ? Math.floor((3 * text.length) / 4) : text.length;
}
