export { fileStorage } from "../../../lib/client/queue/file-storage.ts";
