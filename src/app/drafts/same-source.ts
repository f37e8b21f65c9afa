import { Call, type Declarations, isList, Ref, type Source } from "./source.js";

/** Numbers that differ by less than this share are the same: some came back from products. */
const share = 1e-8;

/** The first place at which two files say different things, in words; undefined where they say the same. The name of a problem may be any. */
export function differenceOf(a: Declarations, b: Declarations): string | undefined {
  const names = (list: Declarations): string => list.map(([name]) => name).join();
  if (names(a) !== names(b)) return "The list of constants";
  for (const [i, [name, is]] of a.entries()) {
    const found = difference(is, b[i][1], name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function difference(a: Source, b: Source, at: string): string | undefined {
  if (at === "problem.name") return undefined;
  if (typeof a === "number" && typeof b === "number")
    return Math.abs(a - b) <= share * Math.max(1, Math.abs(a), Math.abs(b)) ? undefined : at;
  if (typeof a !== "object" || typeof b !== "object") return a === b ? undefined : at;
  if (a instanceof Ref || b instanceof Ref)
    return a instanceof Ref && b instanceof Ref && a.name === b.name ? undefined : at;
  if (a instanceof Call || b instanceof Call)
    return a instanceof Call && b instanceof Call && a.of === b.of ? inLists(a.args, b.args, at) : at;
  if (isList(a) || isList(b)) return isList(a) && isList(b) ? inLists(a, b, at) : at;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    const found =
      a[key] === undefined || b[key] === undefined ? `${at}.${key}` : difference(a[key], b[key], `${at}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inLists(a: readonly Source[], b: readonly Source[], at: string): string | undefined {
  if (a.length !== b.length) return at;
  for (const [i, one] of a.entries()) {
    const found = difference(one, b[i], at);
    if (found !== undefined) return found;
  }
  return undefined;
}
