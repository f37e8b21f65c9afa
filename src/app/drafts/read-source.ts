import { BadInput } from "../../motion/problem/problem.js";
import { Call, type Declarations, isFunctionName, Ref, type Source, spread } from "./source.js";

/** The place in a text [characters] at which it is not of the generated form. */
export class NotGenerated extends BadInput {
  constructor(
    readonly at: number,
    line: number,
    expected: string,
  ) {
    super("code", `Line ${line} is not of the form that the page writes: ${expected} is expected there.`);
  }
}

type Kind = "name" | "number" | "text" | "sign" | "end";

interface Token {
  readonly kind: Kind;
  readonly text: string;
  readonly at: number;
}

const patterns: readonly (readonly [Kind | "space", RegExp])[] = [
  ["space", /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y],
  ["name", /[A-Za-z_$][\w$]*/y],
  ["number", /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ["text", /"(?:[^"\\\n]|\\.)*"/y],
  ["sign", /\.\.\.|[{}()[\],:;=]/y],
];

/**
 * The constants of a file as `written` writes them: literals, lists, records, and calls of its functions.
 * @throws {NotGenerated} where something else stands there.
 */
export function readSource(text: string): Declarations {
  const tokens = tokensOf(text);
  let next = 0;
  const peek = (): Token => tokens[Math.min(next, tokens.length - 1)];
  const refuse = (expected: string): NotGenerated => refusal(text, peek().at, expected);
  const is = (sign: string): boolean => peek().text === sign && peek().kind !== "text";
  function take(sign: string): void {
    if (!is(sign)) throw refuse(`"${sign}"`);
    next++;
  }
  function takeIf(sign: string): boolean {
    const found = is(sign);
    if (found) next++;
    return found;
  }
  function name(): string {
    const { kind, text: found } = peek();
    if (kind !== "name") throw refuse("a name");
    next++;
    return found;
  }
  function string(): string {
    const found = peek();
    if (found.kind !== "text") throw refuse("a text in double quotes");
    next++;
    try {
      return JSON.parse(found.text) as string;
    } catch {
      throw refusal(text, found.at, "a text of JSON");
    }
  }

  function items<T>(open: string, close: string, one: () => T): T[] {
    take(open);
    const all: T[] = [];
    while (!is(close)) {
      all.push(one());
      if (!takeIf(",")) break;
    }
    take(close);
    return all;
  }

  function field(): [string, Source] {
    if (takeIf("...")) return [spread, expression()];
    const key = peek().kind === "text" ? string() : name();
    take(":");
    return [key, expression()];
  }

  function expression(): Source {
    const { kind, text: found, at } = peek();
    if (kind === "number") {
      next++;
      return Number(found);
    }
    if (kind === "text") return string();
    if (is("[")) return items("[", "]", expression);
    if (is("{")) return Object.fromEntries(items("{", "}", field));
    const called = name();
    if (!is("(")) return new Ref(called);
    const of = called === "p" ? "parameter" : called;
    if (!isFunctionName(of)) throw refusal(text, at, "a function of a drawn problem");
    return new Call(of, items("(", ")", expression));
  }

  const declarations: [string, Source][] = [];
  while (takeIf("import")) {
    items("{", "}", () => {
      while (peek().kind === "name") next++;
    });
    take("from");
    string();
    takeIf(";");
  }
  while (peek().kind !== "end") {
    takeIf("export");
    take("const");
    const declared = name();
    if (takeIf(":")) name();
    take("=");
    declarations.push([declared, expression()]);
    takeIf(";");
  }
  if (declarations.length === 0) throw refuse("a constant");
  return declarations;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = matchAt(text, at);
    if (found === undefined) throw refusal(text, at, "a number, a text in double quotes or a name");
    const [kind, match] = found;
    if (kind !== "space") tokens.push({ kind, text: match, at });
    at += match.length;
  }
  return [...tokens, { kind: "end", text: "", at }];
}

function matchAt(text: string, at: number): [Kind | "space", string] | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [match] = pattern.exec(text) ?? [];
    if (match !== undefined) return [kind, match];
  }
  return undefined;
}

const refusal = (text: string, at: number, expected: string): NotGenerated =>
  new NotGenerated(at, text.slice(0, at).split("\n").length, expected);
