import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "./project.mjs";
import { run, step } from "./steps.mjs";

/** Installs the packages of package-lock.json unless they are installed already. */
export async function install() {
  if (isInstalled() && runsNode()) return step("packages are installed", () => undefined);

  await step("packages installed", runNpm, { doing: "installing the packages" });
  if (!runsNode()) throw new Error(`${node} does not run on this machine`);
}

async function runNpm() {
  if (!isInstalled()) await installPackages();
  for (const name of listAllowed()) await npm("rebuild", name, "--ignore-scripts=false");
}

async function installPackages() {
  // NODE_ENV=production must not leave out the compiler. Before npm 11.16, no npm reads `allowScripts`.
  const flags = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  try {
    await npm("ci", ...flags);
  } catch (error) {
    // A lock file made on a machine where packages for other systems could not be had does not list
    // them, and `npm ci` refuses that. `npm install` keeps to the versions that are listed.
    if (!error.output?.includes("EUSAGE")) throw error;
    await npm("install", "--no-save", ...flags);
  }
}

/**
 * The installed packages whose installation scripts may run: those that bring PostgreSQL, and Node. Node
 * comes last: where it runs, all scripts have.
 */
function listAllowed() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys(allowScripts)
    .filter((name) => allowScripts[name] && existsSync(join(root, "node_modules", name)))
    .sort((one, other) => Number(one === "node") - Number(other === "node"));
}

/** Runs npm in the root of the project, and returns what it printed. */
export function npm(...args) {
  const options = { cwd: root, env: process.env };
  const program = process.env.npm_execpath ?? "";
  // It runs on the Node that runs this script: the project's own is about to be replaced.
  if (program.endsWith("npm-cli.js")) return run(process.execPath, [program, ...args], options);
  return run("npm", args, options);
}

// npm writes the second file last, so an interrupted installation does not count as complete.
function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  if (wanted === undefined || present === undefined) return false;

  const isMissing = ([path, { version, optional, link }]) =>
    path !== "" && !optional && !link && present[path]?.version !== version;
  return !Object.entries(wanted).some(isMissing);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  } catch {
    return undefined;
  }
}

// False if node_modules came from another machine.
function runsNode() {
  return spawnSync(node, ["--version"], { stdio: "ignore" }).status === 0;
}
