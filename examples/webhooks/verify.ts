import { createHmac, timingSafeEqual } from "node:crypto";

/** The event of a delivery. Throws unless it is signed with your secret, and less than five minutes old. */
export function verify(secret: string, headers: Headers, body: string): unknown {
  const [id, time, signatures] = ["id", "timestamp", "signature"].map(
    (name) => headers.get(`webhook-${name}`) ?? "",
  );
  const age = Math.abs(Date.now() / 1000 - Number(time));
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  const isSigned = signatures?.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === mac.length && timingSafeEqual(given, mac);
  });
  if (isSigned && age < 300) return JSON.parse(body);
  throw new Error(isSigned ? "The delivery is too old" : "The signature is wrong");
}
