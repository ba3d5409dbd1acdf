import type { Identifier } from "@mdn/browser-compat-data";
import { type Container, type Declaration, parse } from "postcss";
import { css, isTooNew, listMembers } from "./oldest-browsers.ts";

/** What a style sheet uses outside of `@supports` that one of the oldest browsers lacks. */
export function findNewerInStyles(text: string): string[] {
  const used = new Set<string>();
  const check = (shown: string, feature: Identifier | undefined) => {
    // What has a prefix is for the browsers that know it.
    if (isTooNew(feature) && !/^:*-/.test(shown)) used.add(shown);
  };
  visit(parse(text));
  return [...used];

  function visit(container: Container): void {
    container.each((node) => {
      if (node.type === "decl") checkDeclaration(node);
      if (node.type === "rule") {
        for (const [pseudo, name = ""] of node.selector.matchAll(/::?([a-z][a-z-]+)/g)) {
          check(pseudo, css.selectors?.[name]);
        }
      }
      if (node.type === "atrule") check(`@${node.name}`, css["at-rules"]?.[node.name]);
      const isGuard = node.type === "atrule" && node.name === "supports";
      if ("nodes" in node && node.nodes && !isGuard) visit(node as Container);
    });
  }

  function checkDeclaration({ prop, value }: Declaration): void {
    const property = css.properties?.[prop];
    check(prop, property);
    for (const [, word = "", bracket] of value.matchAll(/([a-z][a-z-]+)(\()?/g)) {
      if (bracket) check(`${word}()`, functions.get(word));
      else if (!isTooNew(property)) check(`${prop}: ${word}`, property?.[word]);
    }
  }
}

const functions = new Map(listMembers(css.types).flatMap(([, type]) => listNested(type)));

function listNested(type: Identifier): [name: string, feature: Identifier][] {
  const members = listMembers(type);
  return [...members, ...members.flatMap(([, member]) => listNested(member))];
}
