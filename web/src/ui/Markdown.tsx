import "./markdown.css";
import { createElement } from "react";
import { ownAddress } from "../addresses.en.ts";
import type { components } from "../api/schema.gen.ts";

type Node = components["schemas"]["MarkdownNode"];

/** A text that the server has read (server/src/values/markdown.rs). Its tags and links are safe. */
export const Markdown = ({ nodes }: { nodes: Node[] }) => (
  <div className="markdown wrap-anywhere" dir="auto">
    <Nodes nodes={nodes} />
  </div>
);

const Nodes = ({ nodes }: { nodes: Node[] }) =>
  nodes.map((node, index) => {
    if (typeof node === "string") return node;
    const { tag, href, children } = node;
    const content = children.length > 0 ? <Nodes nodes={children} /> : undefined;
    return createElement(tag, { key: index, href: href && ownAddress(href) }, content);
  });
