import { root } from "./project.mjs";

/**
 * What fails later, and does not say why: Tailwind's resolver takes `#` for the beginning of a fragment, and Node puts
 * the name of an imported file in place of each `*`, also of those in the path.
 */
const UNUSABLE = ["#", "*"];

/** Throws where the path of the project has such a character. */
export function requireUsableFolder() {
  const found = UNUSABLE.find((character) => root.includes(character));
  if (found === undefined) return;
  throw new Error(
    `the service cannot be started in ${root}, since its path contains ${found}: rename or move the folder, and start again`,
  );
}
