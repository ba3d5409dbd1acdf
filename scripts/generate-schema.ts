import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildReceiptSchema } from "#lib/service/receipt-schema.ts";

// The JSON Schema of a receipt, from the schemas of the service: npm run generate:schema

const file = join(import.meta.dirname, "../public/schemas/receipt.json");
await writeFile(file, `${JSON.stringify(buildReceiptSchema(), null, 2)}\n`);
