import { apiKeyPattern, generateApiKey, parseApiKey } from "#lib/crypto/api-key-format.ts";
import { expectEqual, type SuiteCase } from "./suite-case.ts";

export const apiKeyCases: SuiteCase[] = [
  {
    name: "API keys: a created key parses, and every single changed character is noticed",
    run: () => {
      const keys = Array.from({ length: 1000 }, () => generateApiKey("production"));
      expectEqual(new Set(keys).size, 1000, "all different");
      for (const environment of ["production", "staging", "development"] as const) {
        const key = generateApiKey(environment);
        expectEqual(parseApiKey(key), { environment }, "environment");
        expectEqual(apiKeyPattern.exec(`"apiKey": "${key}",`)?.[0], key, "a scanner finds it");
        for (let at = 0; at < key.length; at++) {
          for (const digit of "0aZ_") {
            const changed = key.slice(0, at) + digit + key.slice(at + 1);
            if (changed !== key) expectEqual(parseApiKey(changed), undefined, `character ${at}`);
          }
        }
        for (const text of [
          "",
          key.slice(0, -1),
          `${key}0`,
          ` ${key}`,
          `${key}\n`,
          key.toLowerCase().replace("ssk", "SSK"),
        ]) {
          expectEqual(parseApiKey(text), undefined, "shape");
        }
      }
    },
  },
];
