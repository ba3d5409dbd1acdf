export { type BrowserPlatform, browserStorage } from "../../../lib/client/queue/browser-storage.ts";
