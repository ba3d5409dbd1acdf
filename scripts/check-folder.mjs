import { root } from "./project.mjs";

/**
 * Throws where the build of the pages cannot find its own files, and does not say why: Tailwind's resolver takes `#`
 * for the beginning of a fragment.
 */
export function requireUsableFolder() {
  if (!root.includes("#")) return;
  throw new Error(
    `the pages cannot be built in ${root}, since its path contains #: rename or move the folder, and start again`,
  );
}
