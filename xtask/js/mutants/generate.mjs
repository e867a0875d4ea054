// Generates mutants of a module: copies with one small change each that a test should detect.
//
// Not changed: comments; names and paths of modules; texts for people, which are strings with a space; durations, which are numbers and
// arithmetic in a constant or property whose name ends in `Ms` or `_MS`.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const ts = createRequire(fileURLToPath(new URL("../../../tests/package.json", import.meta.url)))("typescript-5");
const { SyntaxKind: Kind } = ts;

/** What an operator becomes. */
const OPERATORS = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
};
const ASSIGNMENTS = {
  "+=": "-=",
  "-=": "+=",
  "*=": "/=",
  "/=": "*=",
  "|=": "&=",
  "&=": "|=",
  "??=": "=",
  "||=": "&&=",
  "&&=": "||=",
};
const UNIT_NAME = /(Ms|_MS)$/;
const LONGEST_QUOTE = 100;

/** Whether an expression is certainly a text, for which `-` is not a sensible change. */
const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === Kind.PlusToken &&
    (isText(node.left) || isText(node.right)));

/** Whether a number or arithmetic is a duration, by the name of the nearest constant or property around it. */
const isDuration = (node) => {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isBindingElement(parent))
      return UNIT_NAME.test(parent.name.getText());
    if (!ts.isBinaryExpression(parent) && !ts.isParenthesizedExpression(parent)) return false;
  }
  return false;
};

/** Whether a string is a path of a module or the name of a property, which are not values. */
const isName = ({ parent }) =>
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  (ts.isCallExpression(parent) && parent.expression.kind === Kind.ImportKeyword) ||
  ("name" in parent && ts.isPropertyAssignment(parent) && ts.isStringLiteralLike(parent.name));

/** Lists the changes of one node: the operator, and the text that replaces the node's text. */
const listChanges = (node) => {
  const text = node.getText();
  if (ts.isBinaryExpression(node)) {
    const [left, operator, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()];
    if (operator === "??") return [["nullish", `(${left})`]];
    if (operator in ASSIGNMENTS) return [["assignment", `${left} ${ASSIGNMENTS[operator]} ${right}`]];
    if (operator === "+" && isText(node)) return [];
    if (isDuration(node)) return [];
    const otherOperators = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : [];
    return otherOperators.map((other) => [operator, `((${left}) ${other} (${right}))`]);
  }
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = node.operand.getText();
    if (node.operator === Kind.ExclamationToken || node.operator === Kind.MinusToken)
      return [["negation", `(${operand})`]];
    if (node.operator === Kind.PlusPlusToken) return [["increment", `--${operand}`]];
    return [];
  }
  if (ts.isPostfixUnaryExpression(node)) {
    const operand = node.operand.getText();
    return [["increment", node.operator === Kind.PlusPlusToken ? `${operand}--` : `${operand}++`]];
  }
  if (ts.isConditionalExpression(node)) {
    return [
      ["condition", `(!(${node.condition.getText()}) ? ${node.whenTrue.getText()} : ${node.whenFalse.getText()})`],
    ];
  }
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    if (isDuration(node)) return [];
    const one = ts.isBigIntLiteral(node) ? "1n" : "1";
    return [
      ["number", `(${text} + ${one})`],
      ["number", `(${text} - ${one})`],
    ];
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    if (isName(node) || node.text.includes(" ")) return [];
    return [["string", node.text === "" ? `"mutant"` : `""`]];
  }
  if (node.kind === Kind.TrueKeyword) return [["boolean", "false"]];
  if (node.kind === Kind.FalseKeyword) return [["boolean", "true"]];
  if (ts.isExpressionStatement(node)) return [["statement", ";"]];
  if (ts.isThrowStatement(node)) return [["statement", ";"]];
  if (ts.isReturnStatement(node))
    return node.expression && node.expression.getText() !== "undefined" ? [["return", "return undefined;"]] : [];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
    return [["return", `${text.slice(0, node.body.getStart() - node.getStart())}undefined`]];
  }
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken) {
    return [["optional", `${node.expression.getText()}.${node.name.getText()}`]];
  }
  return [];
};

/** Lists the places where the condition of an `if` or a loop is negated: the node and its change. */
const listConditions = (node) => {
  const condition = ts.isIfStatement(node) || ts.isWhileStatement(node) ? node.expression : undefined;
  return condition ? [[condition, ["condition", `!(${condition.getText()})`]]] : [];
};

const quote = (text) => {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
};

/**
 * Lists all mutants of a module in the order of their positions. `id` does not change with the number of the line.
 *
 * @param {string} file its path from the root
 * @param {string} text
 */
export const listMutants = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const lines = text.split("\n");
  const mutants = [];
  const counts = new Map();
  const add = (node, [operator, after]) => {
    const [start, end] = [node.getStart(), node.getEnd()];
    const before = text.slice(start, end);
    const line = source.getLineAndCharacterOfPosition(start).line;
    const lineText = lines[line].trim();
    const name = [file, lineText, quote(before), quote(after)].join("|");
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    mutants.push({
      id: `${name}|${count}`,
      file,
      line: line + 1,
      lineText,
      operator,
      before: quote(before),
      after: quote(after),
      start,
      end,
      replacement: after,
    });
  };
  const visit = (node) => {
    for (const change of listChanges(node)) add(node, change);
    for (const [condition, change] of listConditions(node)) add(condition, change);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
};

/** The text of a module with one mutant. */
export const applyMutant = (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end);
