import ts from "typescript";
import { expect, test } from "vitest";

// A French module has the type of its English one, so no text is missing. These tests see what types do not.

type Modules = Record<string, Record<string, unknown>>;

const english = import.meta.glob<Record<string, unknown>>("./**/*.en.{ts,tsx}", { eager: true });
const french = import.meta.glob<Record<string, unknown>>("./**/*.fr.{ts,tsx}", { eager: true });
const sources = import.meta.glob<string>("./**/*.fr.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});

const pairOf = (path: string) => path.replace(/\.en(\.tsx?)$/, ".fr$1");

/** Parts of programs, which stand in the articles of the demo, and values of the shop that are texts in French alone. */
const isOther = (name: string) => name.endsWith(".example") || name.startsWith("firstTexts.");

/** The members of a module by their path, such as `texts.states.paid`. */
function membersOf(value: unknown, path = ""): Map<string, unknown> {
  if (value === null || typeof value !== "object") return new Map([[path, value]]);
  const members = Object.entries(value).map(([name, member]) =>
    membersOf(member, path ? `${path}.${name}` : name),
  );
  return new Map(members.flatMap((inner) => [...inner]));
}

function textsOf(modules: Modules): [path: string, name: string, value: unknown][] {
  return Object.entries(modules).flatMap(([path, module]) =>
    [...membersOf(module)].map(([name, value]): [string, string, unknown] => [path, name, value]),
  );
}

test("every module of texts is there in both languages, with the same members", () => {
  expect(Object.keys(english).length).toBeGreaterThan(5);
  expect(Object.keys(english).map(pairOf).toSorted()).toEqual(Object.keys(french).toSorted());
  for (const [path, module] of Object.entries(english)) {
    const pair = french[pairOf(path)] ?? {};
    const names = (of: object) =>
      [...membersOf(of).keys()].filter((name) => !isOther(name)).toSorted();
    expect(names(pair), path).toEqual(names(module));
  }
});

test("a text has as many parameters in both languages", () => {
  const differing = textsOf(english).flatMap(([path, name, text]) => {
    const other = membersOf(french[pairOf(path)]).get(name);
    return typeof text === "function" &&
      (typeof other !== "function" || text.length !== other.length)
      ? `${path}: ${name}`
      : [];
  });
  expect(differing).toEqual([]);
});

/** Words that are the same in both languages, or names. */
const SAME = new Set<string>([]);

test("a text of several words differs in French", () => {
  const same = textsOf(english).flatMap(([path, name, text]) => {
    if (
      typeof text !== "string" ||
      !/\p{L}{2,} \p{L}{2,}/u.test(text) ||
      SAME.has(text) ||
      isOther(name)
    )
      return [];
    return membersOf(french[pairOf(path)]).get(name) === text ? `${path}: ${name}: ${text}` : [];
  });
  expect(same).toEqual([]);
});

/** The strings of a file, and its JSX texts. */
function stringsOf(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isJsxAttribute(node)) return;
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === "example") return;
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name))
      return visit(node.initializer);
    if (ts.isStringLiteral(node) || ts.isJsxText(node)) found.push(node.text);
    else if (ts.isTemplateLiteralToken(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter((text) => /\p{L}/u.test(text));
}

/** Words that no French sentence has. Two in one text tell that it is English. */
const ENGLISH =
  /(?:^|[\s(“])(?:the|and|your|you|please|with|this|that|these|from|have|has|are|was|were|will|when|which|cannot|not|of|is|it|its|to|for|be|by|as|an|or)(?=[\s,.:;!?)”]|$)/giu;

/** It has the other language in its own words. */
const OF_BOTH = "./language.fr.ts";

/** What docs/french.md asks of marks. */
const MARKS: [fault: string, pattern: RegExp][] = [
  ["a straight apostrophe", /\p{L}'\p{L}/u],
  ["a space before ; ! or ?", /[\s\u00a0\u202f][;!?](?:\s|$)/],
  ["no no-break space before a colon", /(?:[\p{L}»”)\d]| ):(?:\s|$)/u],
  ["no no-break space inside « »", /«(?!\u00a0)|(?<!\u00a0)»/],
  ["no no-break space before a sign", /\d ?[%$](?!\{)/],
  ["three dots", /\.\.\./],
  ["a space before …", /\p{L} …/u],
  ["English quotation marks", /[“”"]/],
];

test("French texts are French, with the marks of Canada", () => {
  const faults = Object.entries(sources)
    .filter(([path]) => path !== OF_BOTH)
    .flatMap(([path, source]) =>
      stringsOf(path, source).flatMap((text) => {
        const words = text.match(ENGLISH) ?? [];
        const found = MARKS.flatMap(([fault, pattern]) => (pattern.test(text) ? [fault] : []));
        if (words.length > 1) found.push(`English words${words.join()}`);
        return found.map((fault) => `${path}: ${fault}: ${text}`);
      }),
    );
  expect(faults).toEqual([]);
});
