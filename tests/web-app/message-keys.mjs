// Finds the messages of the web app in its sources: the texts that the functions of www/shared/messages.js get.

import ts from "typescript-5";

const MESSAGE_FUNCTIONS = ["t", "tFrame"];
const COUNT_FUNCTIONS = ["tCount", "tCountFrame", "tCounted"];

/** The texts of the values of a constant: of an object, a list, or a text. @param {ts.Node} node @returns {string[]} */
function listTexts(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? listTexts(property.initializer) : [],
    );
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(listTexts);
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return listTexts(node.expression);
  return [];
}

/**
 * Returns the messages of a source file: those that are written in the call, and those of a constant of the file that the call reads.
 * @param {string} path @param {string} source @returns {string[]}
 */
export function findKeys(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  /** @type {Map<string, ts.Expression>} */
  const constants = new Map();
  /** @type {string[]} */
  const keys = [];

  /** @param {ts.Node} node @returns {string[]} */
  function readKeys(node) {
    if (ts.isConditionalExpression(node)) return [...readKeys(node.whenTrue), ...readKeys(node.whenFalse)];
    if (ts.isParenthesizedExpression(node)) return readKeys(node.expression);
    if (ts.isBinaryExpression(node)) return [...readKeys(node.left), ...readKeys(node.right)];
    if (ts.isElementAccessExpression(node)) return readKeys(node.expression);
    if (ts.isPropertyAccessExpression(node)) return readKeys(node.expression);
    if (ts.isIdentifier(node)) {
      const constant = constants.get(node.text);
      return constant ? listTexts(constant) : [];
    }
    return listTexts(node);
  }

  /** @param {(node: ts.Node) => void} visitor */
  const walkNodes = (visitor) => {
    const visitNode = (/** @type {ts.Node} */ node) => {
      visitor(node);
      ts.forEachChild(node, visitNode);
    };
    visitNode(file);
  };
  walkNodes((node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
  });
  walkNodes((node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const { text } = node.expression;
    if (MESSAGE_FUNCTIONS.includes(text) && node.arguments[0]) keys.push(...readKeys(node.arguments[0]));
    if (text === "tNoun" && node.arguments[1])
      keys.push(...listTexts(node.arguments[1]).map((noun) => `{count} ${noun}s`));
    // The plural form is the key.
    if (COUNT_FUNCTIONS.includes(text) && node.arguments[2]) keys.push(...listTexts(node.arguments[2]));
  });
  return keys.filter((key) => /\p{L}/u.test(key));
}
