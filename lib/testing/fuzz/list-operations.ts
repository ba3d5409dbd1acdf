import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation } from "#lib/core/operation.ts";

const lib = join(import.meta.dirname, "../..");

/** Every operation of every contract, those of the consoles and of the demo included. */
export async function listOperations(): Promise<Operation[]> {
  const files = globSync("*/contract*.ts", { cwd: lib }).sort();
  const contracts = await Promise.all(
    files.map((file) => import(pathToFileURL(join(lib, file)).href)),
  );
  return contracts.flatMap((contract) => Object.values<unknown>(contract).filter(isOperation));
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "operationId" in value && "path" in value;
}
