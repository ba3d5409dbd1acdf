// WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
if (!WEBHOOK_SECRET.startsWith("whsec_")) {
  console.error("Set WEBHOOK_SECRET to the secret of your endpoint, whsec_…");
  process.exit(1);
}
const key = Buffer.from(WEBHOOK_SECRET.replace("whsec_", ""), "base64");

const server = createServer(async (request, response) => {
  const [id, time, signatures] = ["id", "timestamp", "signature"].map(
    (name) => request.headers[`webhook-${name}`] ?? "",
  );
  const body = await text(request);
  const mac = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  const isRecent = Math.abs(Date.now() / 1000 - time) < 300;
  const isSigned = signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === mac.length && timingSafeEqual(given, mac);
  });
  response.writeHead(isSigned && isRecent ? 204 : 400).end();
  console.log(isSigned && isRecent ? "verified" : "refused", body);
});
server.listen(PORT, () => console.log(`listening on port ${server.address().port}`));
