// node build/texts-check.mjs [FOLDER …]: prints each text for people that stands outside of a `.en.ts` file, and fails.
// not-texts.json has strings that look like one: names, keys and states for programs.
// Texts are JSX text, the attributes that people read or hear, and strings that begin a sentence or a label.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const notTexts = JSON.parse(readFileSync(new URL("not-texts.json", import.meta.url), "utf8"));

const READ_ALOUD =
  /^(?:aria-label|aria-description|title|placeholder|alt|label|hint|caption|text|name|message|description|heading|summary|unit|busyText|confirm\w*|empty\w*)$/;
/** Attributes and members whose values are names for programs. */
const FOR_PROGRAMS =
  /^(?:className|class|id|key|type|role|to|href|d|viewBox|name|htmlFor|autoComplete|pattern|code|kind|field|style|rel|src|srcSet|sizes|media|method|path|action|queryKey|mutationKey|inputMode|enterKeyHint|variant|transform|fill|stroke|points|form|as|access|part|parent)$/;
const LETTERS = /\p{L}{2,}/u;
/** A capital and a small letter, or a word, a space and a word with a mark of a sentence. */
const SENTENCE =
  /^\s*\p{Lu}[\p{Ll}’']+(?:[\s.,:;!?…]|$)|\p{Ll}{2,} \p{Ll}{2,}.*[.!?…:]$|^[\p{Ll}’]+(?: [\p{L}’]+){2,}/u;
/** Style names: `flex items-center`. */
const STYLES = /^[\w\s\-:/.[\]()%*!&>@~=,'#]*-[\w\s\-:/.[\]()%*!&>@~=,'#]*$|^[a-z\d:./ ]+$/;

export function textsOf(path, source) {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found = [];
  const add = (node, text) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    const words = text.replace(/\s+/g, " ").trim().slice(0, 90);
    if (!notTexts[path]?.includes(words)) found.push(`${path}:${line + 1}: ${words}`);
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isThrowStatement(node)) return;
    if (ts.isJsxText(node) && LETTERS.test(node.text)) add(node, node.text);
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText(file);
      if (
        FOR_PROGRAMS.test(name) &&
        !(
          name === "name" &&
          node.initializer &&
          ts.isStringLiteral(node.initializer) &&
          SENTENCE.test(node.initializer.text)
        )
      )
        return;
      if (READ_ALOUD.test(name) && node.initializer && ts.isStringLiteral(node.initializer)) {
        if (LETTERS.test(node.initializer.text)) add(node, node.initializer.text);
        return;
      }
    }
    if (ts.isPropertyAssignment(node) && FOR_PROGRAMS.test(node.name.getText(file))) return;
    if (ts.isElementAccessExpression(node) || ts.isCaseClause(node))
      return ts.forEachChild(node, (it) => (ts.isStringLiteral(it) ? undefined : visit(it)));
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText(file))) {
      for (const side of [node.left, node.right]) if (!ts.isStringLiteral(side)) visit(side);
      return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (SENTENCE.test(node.text) && !STYLES.test(node.text)) add(node, node.text);
      return;
    }
    if (ts.isTemplateExpression(node)) {
      const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      const words = pieces.map(({ text }) => text).join("…");
      if (
        /(?:^|[\s…])\p{L}{2,}(?:[\s….,:!?]|$)/u.test(words) &&
        / /.test(words) &&
        !STYLES.test(words)
      )
        add(node, words);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export const filesOf = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true })
        .map((name) => join(path, name))
        .filter(
          (name) =>
            /\.tsx?$/.test(name) &&
            !/-test-shop\./.test(name) &&
            !/\.(?:test|en|fr|gen|d)\.tsx?$/.test(name),
        );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = (process.argv.length > 2 ? process.argv.slice(2) : ["src"])
    .flatMap(filesOf)
    .flatMap((path) => textsOf(path, readFileSync(path, "utf8")));
  process.stdout.write(found.map((line) => `${line}\n`).join(""));
  process.stdout.write(`${found.length} texts\n`);
  if (found.length > 0) process.exitCode = 1;
}
