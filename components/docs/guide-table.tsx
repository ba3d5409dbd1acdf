import type { MarkdownToJSX } from "markdown-to-jsx/react";
import type { ReactNode } from "react";

type TableNode = Extract<MarkdownToJSX.ASTNode, { cells: unknown; header: unknown }>;
type Nodes = TableNode["header"][number];

type GuideTableProps = {
  node: TableNode;
  render: (nodes: Nodes) => ReactNode;
};

/** A table of a guide. On a phone, each row is lines with the titles of their columns. */
export function GuideTable({ node: { header, cells }, render }: GuideTableProps) {
  const titles = header.map(wordsOf);
  const [first = ""] = titles;
  return (
    <section className="guide-table guide-wide" aria-label={`Table: ${first}`}>
      <table>
        <thead>
          <tr>
            {header.map((nodes, at) => (
              <th key={titles[at]} scope="col">
                {render(nodes)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row) => (
            <tr key={row.map(wordsOf).join("|")}>
              {row.map((nodes, at) => (
                <td key={titles[at]} data-title={titles[at]}>
                  <div>{render(nodes)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function wordsOf(nodes: Nodes): string {
  return nodes
    .map((node) => {
      if ("text" in node) return String(node.text);
      return "children" in node && Array.isArray(node.children) ? wordsOf(node.children) : "";
    })
    .join("");
}
