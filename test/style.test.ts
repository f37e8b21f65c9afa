import ts from "typescript";
import { describe, it } from "vitest";
import { expectNone, filesUnder, parse, read } from "./sources.js";

const files = [...filesUnder("src"), ...filesUnder("problems")];
const sources = files.map((file) => ({ file, source: parse(file) }));

const lineOf = (source: ts.SourceFile, at: number): number => source.getLineAndCharacterOfPosition(at).line + 1;

/** Every node of every file. */
function* nodes(): Generator<{ file: string; source: ts.SourceFile; node: ts.Node }> {
  for (const { file, source } of sources) {
    const open: ts.Node[] = [source];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      yield { file, source, node };
      node.forEachChild((child) => void open.push(child));
    }
  }
}

function found(select: (node: ts.Node, source: ts.SourceFile) => string | undefined): string[] {
  const places: string[] = [];
  for (const { file, source, node } of nodes()) {
    const word = select(node, source);
    if (word !== undefined) places.push(`${file}:${lineOf(source, node.getStart())} ${word}`);
  }
  return places.sort();
}

const nameOf = (node: ts.Node): string => (node as { name?: ts.Node }).name?.getText() ?? "(without a name)";

describe("style", () => {
  it("has no file over 400 lines", () => {
    expectNone(files.filter((file) => read(file).split("\n").length > 401));
  });

  it("has no function over 100 lines", () => {
    expectNone(
      found((node, source) => {
        if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return undefined;
        const lines = lineOf(source, node.end) - lineOf(source, node.getStart()) + 1;
        return lines > 100 ? `${nameOf(node)} has ${lines}` : undefined;
      }),
    );
  });

  it("has no function of more than four positional parameters", () => {
    expectNone(
      found((node) =>
        ts.isFunctionLike(node) && node.parameters.length > 4
          ? `${nameOf(node)} has ${node.parameters.length}`
          : undefined,
      ),
    );
  });

  it("has no type of more than eight fields, Problem and Result of more than ten", () => {
    expectNone(
      found((node) => {
        if (!ts.isInterfaceDeclaration(node) && !ts.isTypeLiteralNode(node)) return undefined;
        const most = /^(Problem|Result)$/.test(nameOf(node)) ? 10 : 8;
        return node.members.length > most ? `${nameOf(node)} has ${node.members.length}` : undefined;
      }),
    );
  });

  it("begins no comment with What, Where or Whether", () => {
    expectNone(
      files.flatMap((file) =>
        [...read(file).matchAll(/\/\*\*\s*(?:\*\s)?\s*(What|Where|Whether)\b[^\n]*/g)].map(
          ([text]) => `${file}: ${text}`,
        ),
      ),
    );
  });

  it("casts nothing twice", () => {
    expectNone(files.filter((file) => /as unknown as/.test(read(file))));
  });

  it("asserts nothing that the compiler does not know", () => {
    expectNone(found((node) => (ts.isNonNullExpression(node) ? node.getText() : undefined)));
  });

  it("asks no engine for functions that engines round differently", () => {
    const numeric = files.filter((file) => /^src\/(?!app\/|algebra\/elementary\/)/.test(file));
    const engines = /Math\.(a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log|log2|log10|log1p|pow|hypot|cbrt)\b/g;
    // powers of two, and of small whole numbers, are exact everywhere
    const powers = /[\w)\]] \*\* (?!dimensions|2\b)(?<!\b2 \*\* )[\w(-]/g;
    expectNone(
      numeric.flatMap((file) =>
        [engines, powers].flatMap((sought) => [...read(file).matchAll(sought)].map(([text]) => `${file}: ${text}`)),
      ),
    );
  });
});
