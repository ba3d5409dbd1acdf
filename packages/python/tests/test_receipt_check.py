import json
import pathlib
import unittest

from sealslip import CryptoError, ReceiptCheck, generate_device_keys, verify_receipt

# The TypeScript client runs the same list.
PATH = pathlib.Path(__file__).resolve().parents[3] / "lib/testing/receipt-checks/checks.json"


class ReceiptCheckTest(unittest.TestCase):
    def test_each_case(self):
        checks = json.loads(PATH.read_text())
        self.assertGreater(len(checks), 60)
        for case in checks:
            with self.subTest(case["name"]):
                check = case["check"]
                expected = ReceiptCheck(
                    check["state"],
                    signer=check.get("signer"),
                    organization=check.get("organization"),
                    made_up=tuple(check.get("madeUp", [])),
                    fields=tuple(check.get("fields", [])),
                )
                found = verify_receipt(
                    case["receipt"],
                    listed=case["listed"],
                    public_key=case.get("publicKey"),
                    environment=case.get("environment"),
                )
                self.assertEqual(found, expected)

    def test_a_key_that_is_none(self):
        for key in ("no key", generate_device_keys().private_key):
            with self.assertRaises(CryptoError):
                verify_receipt({"paymentId": "p"}, listed={"paymentId": "p"}, public_key=key)


if __name__ == "__main__":
    unittest.main()
