import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { loadBindings, transformSync } from "next/dist/build/swc/index.js";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";

// Node runs TypeScript, and no JSX; Next's compiler is what builds the pages.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), {
      jsc: {
        parser: { syntax: "typescript", tsx: true },
        target: "esnext",
        transform: { react: { runtime: "automatic" } },
      },
    });
    return { format: "module", source: code, shortCircuit: true };
  },
});

/** Imports a module of components: `() => import("#components/…")`. */
export async function loadComponents<Module>(load: () => Promise<Module>): Promise<Module> {
  await loadBindings();
  return await load();
}

/** The texts of a component, a line each. */
export function renderLines<Props extends object>(
  component: FunctionComponent<Props>,
  props: Props,
): string[] {
  const markup = renderToStaticMarkup(createElement(component, props));
  return markup
    .split(/<[^>]*>/)
    .filter((text) => text !== "")
    .map((text) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? ""));
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};
