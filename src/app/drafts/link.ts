import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import { BadInput } from "../../motion/problem/problem.js";
import { type Draft, draftOf } from "./draft.js";

/** No address is longer [characters], and no draft [bytes]: what inflates further was not drawn by anybody. */
const longestLink = 32_000;
const largestDraft = 1_000_000;

/**
 * A draft in the letters of a link: its JSON, deflated, in base 64 of addresses (RFC 4648, section 5). It holds data and no code.
 * @throws {BadInput} where it is larger than a link may be.
 */
export function linkOfDraft(draft: Draft): string {
  const bytes = deflateSync(strToU8(JSON.stringify(draft)), { level: 9 });
  const link = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  if (link.length > longestLink)
    throw new BadInput("link", `The draft is too large for a link (${link.length} letters): keep it as JSON.`);
  return link;
}

/**
 * The draft of such letters, checked like any input.
 * @throws {BadInput} in one sentence where they hold none.
 */
export function draftOfLink(link: string): Draft {
  return draftOf(textOf(link));
}

function textOf(link: string): string {
  const broken = new BadInput("link", "The link does not hold a whole draft: letters are missing or changed.");
  if (link.length > longestLink || !/^[\w-]*$/.test(link)) throw broken;
  const pieces: Uint8Array[] = [];
  let size = 0;
  let whole = false;
  try {
    const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const inflate = new Inflate((piece, last) => {
      size += piece.length;
      if (size > largestDraft) throw broken;
      pieces.push(piece);
      whole ||= last;
    });
    inflate.push(bytes, true);
  } catch {
    throw broken;
  }
  if (!whole) throw broken;
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return strFromU8(all);
}
