import ts from "typescript";

/** A change of a source: the text between two places is another. */
export interface Mutant {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: string;
  /** It stands in a function; what stands in none is computed once, when its file is read. */
  readonly isInside: boolean;
}

/** The others that each operator becomes: of a comparison its boundary and its opposite, as Stryker has them. */
const operators: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
};

/** Every mutant of a source: other operators, constants and conditions, and statements that are left out. */
export function mutantsOf(text: string): Mutant[] {
  const file = ts.createSourceFile("source.ts", text, ts.ScriptTarget.ES2022, true);
  const found: Mutant[] = [];
  let depth = 0;
  const replace = (node: ts.Node, by: string, kind: string): void => {
    found.push({ from: node.getStart(file), to: node.getEnd(), text: by, kind, isInside: depth > 0 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    // words of people are no behaviour that tests should hold letter by letter
    if (ts.isTemplateExpression(node) || ts.isThrowStatement(node)) return;
    if (ts.isBinaryExpression(node)) {
      for (const other of operators[node.operatorToken.getText(file)] ?? [])
        replace(node.operatorToken, other, "operator");
    } else if (ts.isNumericLiteral(node)) {
      const value = Number(node.text);
      replace(
        node,
        value === 0 ? "1" : Number.isInteger(value) && value < 1000 ? `${value + 1}` : `(2 * ${node.text})`,
        "constant",
      );
    } else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      replace(condition, `!(${condition.getText(file)})`, "condition");
    } else if (ts.isExpressionStatement(node)) replace(node, ";", "left out");
    const isFunction = ts.isFunctionLike(node);
    if (isFunction) depth++;
    ts.forEachChild(node, visit);
    if (isFunction) depth--;
  };
  visit(file);
  return found;
}
