import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeCollection } from "./postman/build-collection.ts";

// The Postman collection, from the OpenAPI document: npm run generate:postman

const file = join(import.meta.dirname, "../public/postman/sealslip.postman_collection.json");
await writeFile(file, await writeCollection());
