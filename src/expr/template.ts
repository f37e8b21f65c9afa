import jsep from "jsep";
import { closest } from "../algebra/closest.js";
import { build, toExpr } from "./build.js";
import { argumentCount } from "./json.js";
import { constant, type Expr, type Scalar } from "./node.js";

/** Letters that nobody writes: one before the number of what is put in, one that calls what stands in parentheses. */
const hole = "\uE000";
const group = "\uE001";

type Operation = keyof typeof argumentCount;

const signs: Readonly<Record<string, Operation>> = { "+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow" };
const written: readonly Operation[] = [...Object.values(signs), "neg"];
const functions = (Object.keys(argumentCount) as Operation[]).filter((name) => !written.includes(name));

/**
 * A formula as people write it: f`0.5*${m}*${v}^2 - ${e}`. It has numbers, `pi`, what is put in, + − * / ^, parentheses and
 * the functions of formulas; ^ goes before a sign (−x^2 is −(x²)) and from the right. It is the same object as the one that
 * functions make, `sub(mul(0.5, m, pow(v, 2)), e)`.
 * @throws {Error} a sentence that quotes the formula, with … for what is put in, and says what in it is wrong.
 */
export function f(texts: TemplateStringsArray, ...given: readonly Scalar[]): Expr {
  const shown = texts.join("…").trim();
  const refuse: Refusal = (why) => {
    throw new Error(`The formula "${shown}" ${why}.`);
  };
  for (const text of texts) {
    const [odd] = /[^\w\s.,+\-*/^()]/u.exec(text) ?? [];
    if (odd !== undefined) refuse(`has ${JSON.stringify(odd)}, which no formula has`);
  }
  const text = texts.map((part, i) => (i === 0 ? part : ` ${hole}${i - 1} ${part}`)).join("");
  // the tree that comes back forgets parentheses, and (−x)^2 is not −x^2
  const marked = text.replace(/(\w\s*)?\(/gu, (all, called) => (called === undefined ? `${group}(` : all));
  return read(treeOf(marked.replaceAll("^", "**"), refuse), given, refuse);
}

type Refusal = (why: string) => never;

function treeOf(text: string, refuse: Refusal): jsep.Expression {
  try {
    return jsep(text);
  } catch (error) {
    const [why] = (error as Error).message.split(" at character");
    return refuse(`cannot be read: ${why.replaceAll(hole, "…").replaceAll(group, "")}`);
  }
}

function read(tree: jsep.Expression, given: readonly Scalar[], refuse: Refusal): Expr {
  const inner = (part: jsep.Expression): Expr => read(part, given, refuse);
  switch (tree.type) {
    case "Literal": {
      const { value } = tree as jsep.Literal;
      return typeof value === "number" && Number.isFinite(value) ? constant(value) : refuse(`has ${value}, no number`);
    }
    case "Identifier": {
      const { name } = tree as jsep.Identifier;
      if (name.startsWith(hole)) return toExpr(given[Number(name.slice(hole.length))]);
      return name === "pi" ? constant(Math.PI) : refuse(`names ${name}: what has a name is put in`);
    }
    case "UnaryExpression": {
      const { operator, argument } = tree as jsep.UnaryExpression;
      return operator === "-" ? build("neg", [inner(argument)]) : inner(argument);
    }
    case "BinaryExpression": {
      const { operator, left, right } = tree as jsep.BinaryExpression;
      if (operator !== "**" || left.type !== "UnaryExpression")
        return build(signs[operator], [inner(left), inner(right)]);
      return inner({ ...left, argument: { ...tree, left: left.argument } });
    }
    case "CallExpression": {
      const { callee, arguments: parts } = tree as jsep.CallExpression;
      return call(callee, parts.map(inner), refuse);
    }
    case "MemberExpression":
      return refuse("has a name with a dot: what has a name is put in");
    case "Compound":
      return refuse((tree as jsep.Compound).body.length === 0 ? "is empty" : "misses an operator between two parts");
    default:
      return refuse("is not one formula");
  }
}

function call(callee: jsep.Expression, parts: readonly Expr[], refuse: Refusal): Expr {
  const name = callee.type === "Identifier" ? (callee as jsep.Identifier).name : hole;
  if (name.startsWith(hole)) return refuse("misses an operator before a parenthesis");
  if (name === group) return parts.length === 1 ? parts[0] : refuse("has parentheses that do not hold one formula");
  const known = functions.find((one) => one === name);
  if (known === undefined)
    return refuse(`calls ${name}, which no function is called; did you mean ${closest(name, functions)}?`);
  const [least, most] = argumentCount[known];
  if (parts.length < least || parts.length > most)
    return refuse(`gives ${name} ${parts.length} of ${least}${most > least ? " or more" : ""} arguments`);
  return build(known, parts);
}
