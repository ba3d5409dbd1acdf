import { root } from "./project.mjs";

/** What a resolver of the build takes for the beginning of a fragment or a query, and cuts off. */
const UNUSABLE = ["#", "?"];

/** Throws where the build of the pages cannot find its own files; its own message does not say why. */
export function requireUsableFolder() {
  const found = UNUSABLE.filter((character) => root.includes(character));
  if (found.length === 0) return;
  throw new Error(
    `the pages cannot be built in ${root}, since its path contains ${found.join(" and ")}: rename or move the folder, and start again`,
  );
}
