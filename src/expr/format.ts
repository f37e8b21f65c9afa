import type { Expr } from "./node.js";
import { lookUp, postorder } from "./walk.js";

/** A piece of text and how tightly it binds: 1 sums, 2 products and signs, 3 powers, 4 all that stands alone. */
interface Text {
  readonly text: string;
  readonly binds: number;
}

/**
 * e as readable infix, such as `radius - mass*gravity/stiffness`, with as few parentheses as the mathematics allows (not
 * those that only fix the order of rounding). A shared part is written out wherever it occurs.
 */
export function format(e: Expr): string {
  const texts = new Map<Expr, Text>();
  for (const x of postorder([e])) texts.set(x, textOf(x, texts));
  return lookUp(texts, e).text;
}

function textOf(e: Expr, texts: ReadonlyMap<Expr, Text>): Text {
  if (e.op === "variable") return { text: e.name, binds: 4 };
  if (e.op === "constant") return numberText(e.value);
  const of = (k: number) => lookUp(texts, e.args[k]);
  switch (e.op) {
    case "add":
      return { text: join(of(0).text, "+", of(1)), binds: 1 };
    case "sub":
      return { text: join(of(0).text, "-", inside(of(1), 2)), binds: 1 };
    case "mul":
      return { text: `${inside(of(0), 2).text}*${unsignedText(of(1), 2)}`, binds: 2 };
    case "div":
      return { text: `${inside(of(0), 2).text}/${unsignedText(of(1), 3)}`, binds: 2 };
    case "neg":
      return { text: `-${unsignedText(of(0), 2)}`, binds: 2 };
    case "pow":
      return { text: `${unsignedText(of(0), 4)}^${unsignedText(of(1), 4)}`, binds: 3 };
    default:
      return { text: `${e.op}(${flattenArguments(e, texts).join(", ")})`, binds: 4 };
  }
}

function numberText(x: number): Text {
  const text = Object.is(x, -0) ? "-0" : String(x);
  return { text, binds: text.startsWith("-") ? 2 : 4 };
}

function inside(piece: Text, binds: number): Text {
  return piece.binds >= binds ? piece : { text: `(${piece.text})`, binds: 4 };
}

function unsignedText(piece: Text, binds: number): string {
  return piece.text.startsWith("-") && piece.binds < 4 ? `(${piece.text})` : inside(piece, binds).text;
}

// a + -b reads a - b, and a - -b reads a + b.
function join(left: string, sign: "+" | "-", right: Text): string {
  if (!right.text.startsWith("-")) return `${left} ${sign} ${right.text}`;
  return `${left} ${sign === "+" ? "-" : "+"} ${right.text.slice(1)}`;
}

// max(max(a, b), c) reads max(a, b, c); the inner text is there already, so only its name and parentheses go.
function flattenArguments(e: Expr, texts: ReadonlyMap<Expr, Text>): string[] {
  const parts = e.args.map((arg) => lookUp(texts, arg).text);
  if ((e.op === "min" || e.op === "max") && e.args[0].op === e.op) parts[0] = parts[0].slice(e.op.length + 1, -1);
  return parts;
}
