import type { Contacts } from "./contacts.js";

/** A set of bodies that may push each other, and their contacts: parts of the two lists of a step. */
export interface Island {
  bodies: Int32Array;
  from: number;
  to: number;
  contacts: Int32Array;
  contactFrom: number;
  contactTo: number;
}

/** Bodies and contacts sorted by island, in the order of each island's first body. */
export interface Islands {
  count: number;
  readonly bodies: Int32Array;
  /** Island i has bodies `bodyStart[i]` … and contacts `contactStart[i]` …. */
  readonly bodyStart: Int32Array;
  readonly contactStart: Int32Array;
  contacts: Int32Array;
  readonly root: Int32Array;
  readonly number: Int32Array;
}

/** Memory for the islands of so many bodies. */
export function noIslands(bodies: number): Islands {
  return {
    count: 0,
    bodies: new Int32Array(bodies),
    bodyStart: new Int32Array(bodies + 2),
    contactStart: new Int32Array(bodies + 2),
    contacts: new Int32Array(64),
    root: new Int32Array(bodies),
    number: new Int32Array(bodies),
  };
}

/** Joins bodies over the contacts between them, never over planes, which do not move. */
export function findIslands(islands: Islands, contacts: Contacts, bodies: number): void {
  const { root, number, bodyStart, contactStart } = islands;
  const { first, second, count } = contacts;
  const find = (i: number): number => {
    let at = i;
    while (root[at] !== at) {
      root[at] = root[root[at]];
      at = root[at];
    }
    return at;
  };
  for (let i = 0; i < bodies; i++) root[i] = i;
  for (let c = 0; c < count; c++) {
    if (second[c] >= bodies) continue;
    const a = find(first[c]);
    const b = find(second[c]);
    // the lower number stays, so that islands are numbered by their first body
    if (a < b) root[b] = a;
    else root[a] = b;
  }
  islands.count = 0;
  for (let i = 0; i < bodies; i++) number[i] = find(i) === i ? islands.count++ : number[root[i]];
  bodyStart.fill(0, 0, islands.count + 2);
  contactStart.fill(0, 0, islands.count + 2);
  for (let i = 0; i < bodies; i++) bodyStart[number[i] + 2]++;
  for (let c = 0; c < count; c++) contactStart[number[first[c]] + 2]++;
  for (let k = 0; k < islands.count; k++) {
    bodyStart[k + 2] += bodyStart[k + 1];
    contactStart[k + 2] += contactStart[k + 1];
  }
  if (islands.contacts.length < count) islands.contacts = new Int32Array(2 * count);
  for (let i = 0; i < bodies; i++) islands.bodies[bodyStart[number[i] + 1]++] = i;
  for (let c = 0; c < count; c++) islands.contacts[contactStart[number[first[c]] + 1]++] = c;
}
