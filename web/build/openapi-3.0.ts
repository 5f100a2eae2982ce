import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [name: string]: Json;
}

/** Writes openapi.json once more as OpenAPI 3.0, for generators that do not read 3.1. The server serves it. */
export function openapi30(file: string): Plugin {
  return {
    name: "trowel:openapi-3.0",
    apply: "build",
    generateBundle() {
      const source = JSON.stringify(toOpenapi30(JSON.parse(readFileSync(file, "utf8"))));
      this.emitFile({ type: "asset", fileName: "openapi-3.0.json", source });
    },
  };
}

function toOpenapi30(document: JsonObject): JsonObject {
  const info = document.info as JsonObject;
  const { identifier, ...license } = info.license as JsonObject; // 3.0 knows an address instead
  license.url = `https://spdx.org/licenses/${identifier}.html`;
  const rest = rewritten(document, document) as JsonObject;
  delete rest.webhooks; // 3.0 does not know them
  deleteUnused((rest.components as { schemas: JsonObject }).schemas, rest);
  return { ...rest, openapi: "3.0.3", info: { ...info, license } };
}

/** Of a schema that was copied only the copies are left. One that only unused schemas name is unused, too. */
function deleteUnused(schemas: JsonObject, document: JsonObject) {
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter(
    (name) => !text.includes(`"#/components/schemas/${name}"`),
  );
  for (const name of unused) delete schemas[name];
  if (unused.length > 0) deleteUnused(schemas, document);
}

/** 3.0 has `nullable` instead of the type "null", and ignores what is beside `$ref`. */
function rewritten(node: Json, document: JsonObject): Json {
  if (Array.isArray(node)) return node.map((item) => rewritten(item, document));
  if (node === null || typeof node !== "object") return node;
  const entries = Object.entries(node).map(([name, value]) => [name, rewritten(value, document)]);
  const schema: JsonObject = Object.fromEntries(entries);
  if (Array.isArray(schema.type)) {
    const type = theOne(schema.type.filter((type) => type !== "null"));
    return { ...schema, type, nullable: true };
  }
  const { $ref, oneOf, ...rest } = schema;
  if ($ref && Object.keys(rest).length > 0) return { ...rest, allOf: [{ $ref }] };
  if (!Array.isArray(oneOf) || !oneOf.some(isNull)) return schema;
  // A reference to a schema without null would exclude null again, so that schema is copied.
  const choice = theOne((node.oneOf as Json[]).filter((choice) => !isNull(choice)));
  const copy = rewritten(target(choice as JsonObject, document), document) as JsonObject;
  if (Array.isArray(copy.enum)) copy.enum.push(null);
  return { ...copy, ...rest, nullable: true };
}

const isNull = (schema: Json) => (schema as JsonObject).type === "null";

function theOne(choices: Json[]): Json {
  const [choice, ...more] = choices;
  if (choice === undefined || more.length > 0) throw new Error(`no single type: ${choices}`);
  return choice;
}

/** The schema that a reference is to, with what is beside the reference. */
function target({ $ref, ...rest }: JsonObject, document: JsonObject): JsonObject {
  const names = String($ref).split("/").slice(1);
  const found = names.reduce<Json>((node, name) => (node as JsonObject)[name] ?? null, document);
  if (!found) throw new Error(`${$ref} is nowhere`);
  return { ...(found as JsonObject), ...rest };
}
