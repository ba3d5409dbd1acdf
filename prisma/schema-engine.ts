import { readFile } from "node:fs/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Pool } from "pg";

// The bindings keep views of one instance's memory, so a process must never create a second one.
let loading: Promise<void> | undefined;

/**
 * Runs the action with Prisma's migration engine on a database. The engine is WebAssembly from the npm
 * packages; the `prisma migrate` command would download a program instead.
 */
export async function withSchemaEngine<T>(
  options: { url: string; schema: string },
  action: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  loading ??= loadWasm();
  await loading;

  const datamodels: [string, string][] = [["schema.prisma", options.schema]];
  // The engine never closes its connections, and so keeps a lock of its own.
  const pool = new Pool({ connectionString: options.url });
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScriptAdapter(pool));
  try {
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, adapter);
    return await action(engine).finally(() => engine.free());
  } finally {
    await pool.end();
  }
}

// Prisma's adapter splits a script at every semicolon, even in comments and function bodies. PostgreSQL
// itself takes it whole, and in one transaction.
class WholeScriptAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] });
    };
    return adapter;
  }
}

// The package's own entry imports the .wasm file as a module, which Node supports only with a flag.
async function loadWasm(): Promise<void> {
  const entry = import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const program = await readFile(new URL("./schema_engine_bg.wasm", entry));
  const { instance } = await WebAssembly.instantiate(program, {
    "./schema_engine_bg.js": withQuietTimers(bindings),
  });
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== "function") throw new Error("the schema engine has no start function");

  bindings.__wbg_set_wasm(instance.exports);
  start();
}

// The engine leaves a timer of ten seconds behind, which would keep a short process alive.
function withQuietTimers(imports: object): WebAssembly.ModuleImports {
  const startTimer = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
  const entries = Object.entries(imports).map(([name, value]) => [
    name,
    name.startsWith("__wbg_setTimeout_") ? startTimer : value,
  ]);
  return Object.fromEntries(entries);
}
