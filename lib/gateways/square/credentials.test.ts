import { environments } from "#lib/core/vocabulary.ts";
import { credentialsContract } from "#lib/gateways/testing/credentials-contract.ts";
import { square } from "./provider.ts";
import { SQUARE_TEST_LOCATION, SQUARE_TEST_TOKEN } from "./testing/square-stand-in.ts";

credentialsContract(square, {
  malformed: [
    { accessToken: SQUARE_TEST_TOKEN },
    { accessToken: "short", locationId: SQUARE_TEST_LOCATION },
    { accessToken: "sandbox-sq0idb-application", locationId: SQUARE_TEST_LOCATION },
    { accessToken: SQUARE_TEST_TOKEN, locationId: "../L1" },
    { accessToken: SQUARE_TEST_TOKEN, locationId: "L1", notificationUrl: "nowhere" },
    { accessToken: SQUARE_TEST_TOKEN, locationId: "L1", baseUrl: "https://square.example" },
  ],
  accepted: [
    [{ accessToken: "sandbox-sq0atb-1234", locationId: "L1" }, ["staging", "development"]],
    [{ accessToken: "sq0atp-1234", locationId: "L1" }, ["production"]],
    // Where the token does not show it, Square's own two addresses refuse it.
    [{ accessToken: SQUARE_TEST_TOKEN, locationId: "L1" }, environments],
  ],
});
