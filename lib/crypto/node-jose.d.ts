/** What interoperability.test.ts uses. The published types know strings only, not the JSON forms. */
declare module "node-jose" {
  type Key = { readonly kid: string };

  const nodeJose: {
    JWK: { asKey(key: string, form: "pem", extras: { kid: string }): Promise<Key> };
    JWE: {
      createEncrypt(
        options: { format: "flattened"; contentAlg: string; protect: string[]; aad: Uint8Array },
        recipient: { key: Key; header: { alg: string }; reference: "kid" },
      ): { update(input: string, encoding: "utf8"): { final(): Promise<object> } };
      createDecrypt(key: Key): { decrypt(envelope: object): Promise<{ plaintext: Buffer }> };
    };
  };
  export = nodeJose;
}
