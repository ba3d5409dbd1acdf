/** A program for Node.js without packages that takes deliveries and verifies them. */
export const receiver = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.WEBHOOK_SECRET.slice("whsec_".length), "base64");

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const id = request.headers["webhook-id"], at = request.headers["webhook-timestamp"];
  const hmac = createHmac("sha256", key).update(id + "." + at + ".").update(body);
  const expected = Buffer.from("v1," + hmac.digest("base64"));
  // There are two signatures for a day after the secret was rotated.
  const given = String(request.headers["webhook-signature"]).split(" ").map((one) => Buffer.from(one));
  const isGenuine = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  const isRecent = Math.abs(Date.now() / 1000 - at) < 300;
  if (isGenuine && isRecent) console.log(id, JSON.parse(body).type);
  response.writeHead(isGenuine && isRecent ? 204 : 400).end();
}).listen(process.env.PORT ?? 8080);
`;

/** Starts it in a shell. */
export function writeReceiverCommand(secret: string): string {
  return `WEBHOOK_SECRET="${secret}" node receiver.mjs`;
}
