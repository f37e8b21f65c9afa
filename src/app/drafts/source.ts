/** The functions that a file of a draft calls, by the names that it imports. */
export const functionNames = [
  "add",
  "atRest",
  "compliant",
  "cos",
  "div",
  "last",
  "mul",
  "neg",
  "norm",
  "parameter",
  "parseUrdf",
  "placeAtEnd",
  "rigid",
  "sin",
  "sub",
  "turnAtEnd",
  "turnError",
  "urdfShapes",
] as const;

/** Those of them that do not come from the main door, by theirs. */
const doors = {
  "bankshot/geometry": ["turnAtEnd", "turnError"],
  "bankshot/robots": ["parseUrdf", "placeAtEnd", "urdfShapes"],
} as const satisfies Record<string, readonly FunctionName[]>;

export type FunctionName = (typeof functionNames)[number];

export const isFunctionName = (name: string): name is FunctionName => functionNames.some((one) => one === name);

/** A call in a file that is not written yet. */
export class Call {
  constructor(
    readonly of: FunctionName,
    readonly args: readonly Source[],
  ) {}
}

/** The name of a constant of the file. */
export class Ref {
  constructor(readonly name: string) {}
}

/** The key under which a record takes over the fields of another. */
export const spread = "...";

/** A file's expressions before they are written or evaluated: literals, calls, and names of constants. */
export type Source = number | string | Call | Ref | readonly Source[] | { readonly [key: string]: Source };

/** Constants in the order in which they are declared; the last is what the file exports. */
export type Declarations = readonly (readonly [name: string, is: Source])[];

export const call = (of: FunctionName, ...args: readonly Source[]): Call => new Call(of, args);
export const p = (name: string): Call => call("parameter", name);

export const isList = (source: Source): source is readonly Source[] => Array.isArray(source);

/** As long as a line of a file may be. */
const lineWidth = 110;

/** The constants as TypeScript, with the types that they have; the last one is exported. */
export function written(declarations: Declarations, types: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  for (const [, is] of declarations) collect(is, used);
  const names = [...used].map((name) => (name === "parameter" ? "parameter as p" : name));
  const bare = (name: string): string => name.replace(/^type /, "").toLowerCase();
  const listed = (all: readonly string[]): string => all.toSorted((a, b) => (bare(a) < bare(b) ? -1 : 1)).join(", ");
  const others = Object.entries(doors).map(
    ([door, all]) => [door, names.filter((name) => all.some((one) => one === name))] as const,
  );
  const main = [
    ...names.filter((name) => !others.some(([, all]) => all.includes(name))),
    ...Object.values(types).map((one) => `type ${one}`),
  ];
  const imports = [["bankshot", main] as const, ...others].flatMap(([door, all]) =>
    all.length > 0 ? [`import { ${listed(all)} } from "${door}";`] : [],
  );
  const lines = declarations.map(([name, is], i) => {
    const type = types[name] === undefined ? "" : `: ${types[name]}`;
    return `${i === declarations.length - 1 ? "export " : ""}const ${name}${type} = ${textOf(is, "", name.length + 20)};`;
  });
  return `${imports.join("\n")}\n\n${lines.join("\n\n")}\n`;
}

function collect(source: Source, into: Set<string>): void {
  if (source instanceof Call) {
    into.add(source.of);
    for (const one of source.args) collect(one, into);
  } else if (!(source instanceof Ref) && typeof source === "object")
    for (const one of Object.values(source)) collect(one, into);
}

/** On one line where there is room behind what is `before` it, else an item a line. */
function textOf(source: Source, indent: string, before: number): string {
  const flat = flatText(source);
  if (indent.length + before + flat.length <= lineWidth || typeof source !== "object" || source instanceof Ref)
    return flat;
  const inner = `${indent}  `;
  if (source instanceof Call) {
    const { of, args } = source;
    // the record of a model begins on the line of its call
    if (args.length === 1) return `${of}(${textOf(args[0], indent, before + of.length + 1)})`;
    return `${of}(\n${args.map((one) => `${inner}${textOf(one, inner, 0)},\n`).join("")}${indent})`;
  }
  if (isList(source)) return `[\n${source.map((one) => `${inner}${textOf(one, inner, 0)},\n`).join("")}${indent}]`;
  const fields = Object.entries(source).map(([key, is]) => {
    const head = key === spread ? spread : `${keyText(key)}: `;
    return `${inner}${head}${textOf(is, inner, head.length)},\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

function flatText(source: Source): string {
  if (typeof source === "number") return String(source);
  if (typeof source === "string") return JSON.stringify(source);
  if (source instanceof Ref) return source.name;
  if (source instanceof Call)
    return `${source.of === "parameter" ? "p" : source.of}(${source.args.map(flatText).join(", ")})`;
  if (isList(source)) return `[${source.map(flatText).join(", ")}]`;
  const fields = Object.entries(source).map(([key, is]) =>
    key === spread ? `${spread}${flatText(is)}` : `${keyText(key)}: ${flatText(is)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
