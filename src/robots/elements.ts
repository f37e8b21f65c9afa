import { DOMParser, type Element } from "@xmldom/xmldom";
import { fromAxisAngle, multiplyQuaternions, type Quaternion, type Vector } from "../algebra/rotation.js";
import { unmarked } from "../checks/words.js";

/** The pose of an element's <origin>. */
export interface Origin {
  readonly position: Vector;
  readonly orientation: Quaternion;
}

/** Letters of a complaint that are told. */
const mostTold = 200;

/** The languages that robots are read from, by the elements that their texts begin with. */
const languages = { robot: "URDF", mujoco: "MJCF" } as const;

/** "<joint name="elbow"> in line 7 …" as the one sentence that a person reads. */
export function refuse(element: Element, problem: string): never {
  const name = element.getAttribute("name");
  const label = name === null ? `<${element.tagName}>` : `<${element.tagName} name="${name}">`;
  const language = element.ownerDocument?.documentElement?.tagName === "mujoco" ? "MJCF" : "URDF";
  throw new RangeError(`${language}: ${label} in line ${lineOf(element)} ${problem}.`);
}

const lineOf = (element: Element): number => (element as Element & { lineNumber?: number }).lineNumber ?? 0;

export function rootOf(text: string, tag: keyof typeof languages = "robot"): Element {
  const language = languages[tag];
  let complaint: { message: string; line: number } | undefined;
  const onError = (_: string, message: string, context: { locator?: { lineNumber?: number } }): void => {
    complaint ??= { message, line: context.locator?.lineNumber ?? 1 };
  };
  let root: Element | null = null;
  try {
    root = new DOMParser({ onError }).parseFromString(unmarked(text), "text/xml").documentElement;
  } catch (thrown) {
    // what was told of first is nearer to the cause
    complaint ??= { message: (thrown as Error).message, line: 1 };
  }
  if (complaint !== undefined || root === null) {
    const { message, line } = complaint ?? { message: "there is no element", line: 1 };
    throw new RangeError(
      `${language}: the text is no XML, line ${Math.max(1, line)}: ${message.replace(/\.$/, "").replace(/\s+/g, " ").slice(0, mostTold)}.`,
    );
  }
  if (root.tagName !== tag)
    throw new RangeError(
      `${language}: <${root.tagName}> in line ${lineOf(root)} is not the <${tag}> that ${tag === "robot" ? "a URDF" : "an MJCF"} begins with.`,
    );
  const macro = Array.from(root.getElementsByTagName("*")).find(({ tagName }) => tagName.startsWith("xacro:"));
  if (macro !== undefined) refuse(macro, "is a macro: expand the file with xacro first");
  return root;
}

export function childrenOf(parent: Element, tag: string): Element[] {
  return Array.from(parent.childNodes).filter((node): node is Element => (node as Element).tagName === tag);
}

/** The one child with a tag; none is undefined, two are refused. */
export function childOf(parent: Element, tag: string): Element | undefined {
  const found = childrenOf(parent, tag);
  if (found.length > 1) refuse(parent, `has more than one <${tag}>`);
  return found[0];
}

export function attribute(element: Element, name: string): string {
  const text = element.getAttribute(name);
  if (text === null || text.trim() === "") refuse(element, `needs the attribute ${name}`);
  return text;
}

export function uniqueNames(elements: readonly Element[]): string[] {
  const names = elements.map((element) => attribute(element, "name"));
  const first = new Map<string, Element>();
  for (const element of elements) {
    const name = attribute(element, "name");
    const before = first.get(name);
    if (before !== undefined) refuse(element, `repeats the name of line ${lineOf(before)}`);
    first.set(name, element);
  }
  return names;
}

export function numbersOf(element: Element | undefined, name: string, fallback: readonly number[]): readonly number[] {
  const text = element?.getAttribute(name) ?? null;
  if (element === undefined || text === null) return fallback;
  const numbers = text.trim().split(/\s+/).map(Number);
  const wanted = fallback.length === 1 ? "one number" : `${fallback.length} numbers`;
  if (numbers.length !== fallback.length || !numbers.every(Number.isFinite) || text.trim() === "")
    refuse(element, `must have ${wanted} as ${name}, it has "${text}"`);
  return numbers;
}

export const numberOf = (element: Element, name: string, fallback: number): number =>
  numbersOf(element, name, [fallback])[0];

export function vectorOf(element: Element | undefined, name: string, fallback: Vector): Vector {
  const [x, y, z] = numbersOf(element, name, fallback);
  return [x, y, z];
}

/** The pose that the <origin> of an element says; none is the pose of the element's own axes. */
export function originOf(element: Element): Origin {
  const origin = childOf(element, "origin");
  return {
    position: vectorOf(origin, "xyz", [0, 0, 0]),
    orientation: fromRollPitchYaw(vectorOf(origin, "rpy", [0, 0, 0])),
  };
}

/** Roll about x, then pitch about y, then yaw about z, all about the axes of the parent. */
function fromRollPitchYaw([roll, pitch, yaw]: Vector): Quaternion {
  return multiplyQuaternions(
    fromAxisAngle([0, 0, 1], yaw),
    multiplyQuaternions(fromAxisAngle([0, 1, 0], pitch), fromAxisAngle([1, 0, 0], roll)),
  );
}
