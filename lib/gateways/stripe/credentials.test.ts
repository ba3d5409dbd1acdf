import { credentialsContract } from "#lib/gateways/testing/credentials-contract.ts";
import { stripe } from "./provider.ts";

const forTests = ["staging", "development"] as const;

credentialsContract(stripe, {
  malformed: [
    {},
    { secretKey: "pk_test_published" },
    { secretKey: "sk_test_standin\r\nX-Injected: 1" },
    { secretKey: "sk_test_standin", webhookSecret: "not one" },
    { secretKey: "sk_test_standin", accessToken: "of another provider" },
    // Its address is the operator's to choose: at one of the merchant's, it would say what the merchant likes.
    { secretKey: "sk_test_standin", baseUrl: "https://stripe.example" },
  ],
  accepted: [
    [{ secretKey: "sk_test_1234" }, forTests],
    [{ secretKey: "rk_test_1234" }, forTests],
    [{ secretKey: "sk_live_1234" }, ["production"]],
    [{ secretKey: "rk_live_test_" }, ["production"]],
  ],
});
