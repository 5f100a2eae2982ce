import { type Plugin, parseAst } from "vite";

export type Language = "en" | "fr";

/** The language of this build. A build has one, so a visitor loads the texts of one. */
export const languageOfBuild = (): Language => (process.env.TROWEL_LANGUAGE === "fr" ? "fr" : "en");

/** Where the files of a language stand that have the same names in both. */
export const folderOf = (language: Language) => (language === "fr" ? "fr/" : "");

/** Takes `texts.fr.ts` in place of `texts.en.ts`. A French file has the type of its English one. */
export function languageOf(language: Language): Plugin {
  return {
    name: "trowel:language",
    enforce: "pre",
    resolveId: {
      filter: { id: /\.en\.tsx?$/ },
      handler(source, importer) {
        if (language === "en") return;
        return this.resolve(source.replace(/\.en(\.tsx?)$/, `.${language}$1`), importer);
      },
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page) page.fileName = `${folderOf(language)}index.html`;
      },
    },
  };
}

const IMPORT = /import \{([^}]*)\} from ("[^"]+\.(?:en|fr)\.tsx?");/g;
const TEXTS = /^(texts|counted|language)(?: as (\w+))?$/;

/**
 * Makes each member of `texts`, `counted` and `language` an export of its own, so that names of members are shortened and a page loads only what
 * it shows. Importers take all exports under the name that they chose.
 */
export function textsAsExports(): Plugin {
  return {
    name: "trowel:texts-as-exports",
    apply: "build",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler(code, id) {
        const written = /\.(?:en|fr)\.tsx?$/.test(id) ? withExports(code, id) : code;
        return { code: withNamespaces(written), map: null };
      },
    },
  };
}

function withExports(code: string, id: string): string {
  for (const statement of parseAst(code).body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration } = statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    const [{ id: name, init } = {}] = declaration.declarations;
    if (name?.type !== "Identifier" || !TEXTS.test(name.name)) continue;
    const members = init?.type === "ObjectExpression" ? init.properties : [];
    const exported = members.map((member, at) => {
      if (member.type !== "Property" || member.computed || member.method)
        throw new Error(`${id}: texts needs members with a name and a value`);
      const key = code.slice(member.key.start, member.key.end);
      const value = code.slice(member.value.start, member.value.end);
      return { key, local: `$text${at}`, value };
    });
    if (exported.length === 0) throw new Error(`${id}: texts is no object`);
    const constants = exported.map(({ local, value }) => `const ${local} = ${value};`);
    const names = exported.map(({ key, local }) => `${local} as ${key}`);
    const before = code.slice(0, statement.start);
    return `${before}${constants.join("\n")}\nexport { ${names.join(", ")} };${code.slice(statement.end)}`;
  }
  return code;
}

const withNamespaces = (code: string) =>
  code.replace(IMPORT, (statement: string, list: string, from: string) => {
    const specifiers = list.split(",").map((one) => one.trim());
    const texts = specifiers.find((one) => TEXTS.test(one));
    if (!texts) return statement;
    const others = specifiers.filter((one) => one && one !== texts);
    const rest = others.length > 0 ? `import { ${others.join(", ")} } from ${from};` : "";
    const [, name, own = name] = TEXTS.exec(texts) ?? [];
    return `import * as ${own} from ${from};${rest}`;
  });
