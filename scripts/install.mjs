import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { node, root } from "./project.mjs";
import { run, step } from "./steps.mjs";

/** Installs the packages of package-lock.json unless they are installed already. */
export async function install() {
  if (isInstalled()) return step("packages are installed", () => undefined);

  await step("packages installed", runNpm, { doing: "installing the packages" });
  if (!runsNode()) throw new Error(`${node} does not run on this machine`);
}

async function runNpm() {
  try {
    await npm("ci");
  } catch (error) {
    // A lock file made on a machine where packages for other systems could not be had does not list
    // them, and `npm ci` refuses that. `npm install` keeps to the versions that are listed.
    if (!error.output?.includes("EUSAGE")) throw error;
    await npm("install", "--no-save");
  }
}

function npm(...command) {
  // NODE_ENV=production must not leave out the compiler, and a user's setting must not leave out the scripts
  // that install Node and PostgreSQL.
  const args = [...command, "--include=dev", "--ignore-scripts=false", "--no-audit", "--no-fund"];
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
  return !Object.entries(wanted).some(isMissing) && runsNode();
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
