import time
import unittest

from misbehaving_server import answer, break_off, close, drip, fail, misbehave, succeed

from sealslip import ApiError, Client, is_undecided

SALE = {
    "receiptId": "r-1",
    "merchantId": "m",
    "merchantName": "M",
    "transactionId": "t-1",
    "transactionDate": "2026-11-28T10:00:00Z",
    "amount": 5,
}
PAID = {"paymentId": "pay_1", "veroMetadata": {"paymentStatus": "succeeded"}}
PAGE = b"<html>Bad gateway</html>"


class Waited(Exception):
    pass


class CallsTest(unittest.TestCase):
    def client(self, server, **options):
        return Client(server.url, "key", **options)

    def failure(self, behavior, call=lambda client: client.events.get("evt_1"), **options):
        """The error of a call that is sent once, and what was seen of it."""
        attempts = []
        with misbehave(behavior) as server:
            client = self.client(server, max_attempts=1, on_attempt=attempts.append, **options)
            with self.assertRaises(ApiError) as raised:
                call(client)
        self.assertEqual(len(attempts), 1)
        return raised.exception, attempts[0]

    def test_a_connection_that_is_closed_is_no_answer(self):
        for behavior in (close, break_off):
            error, attempt = self.failure(behavior)
            self.assertEqual((error.status, error.code), (0, "no_answer"))
            self.assertTrue(is_undecided(error))
            self.assertEqual(attempt.status, None if behavior is close else 200)

    def test_nobody_listens(self):
        client = Client("http://127.0.0.1:9", "key", max_attempts=1)
        with self.assertRaises(ApiError) as raised:
            client.events.get("evt_1")
        self.assertEqual(raised.exception.code, "no_answer")

    def test_the_timeout_ends_a_whole_attempt(self):
        with misbehave(drip(lambda: server)) as server:
            client = self.client(server, timeout=0.3, max_attempts=1)
            start = time.monotonic()
            with self.assertRaises(ApiError) as raised:
                client.events.get("evt_1")
            self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(str(raised.exception), "No answer within 0.3 seconds (no_answer)")

    def test_a_page_of_a_proxy_is_unreadable(self):
        error, attempt = self.failure(
            answer(503, PAGE, {"Retry-After": "7", "X-Request-Id": "req_2"})
        )
        self.assertEqual((error.status, error.code, error.retry_after), (503, "unreadable", 7))
        self.assertEqual((attempt.status, attempt.request_id), (503, "req_2"))
        for body in (PAGE, b"{}", b"", b'{"success":false}', b"\xff", b"[" * 100_000):
            error, _ = self.failure(answer(200, body))
            self.assertEqual((error.status, error.code), (200, "unreadable"), body[:20])
        for body in ({"error": {"code": "toString"}}, ["error"], {"error": "no"}):
            error, _ = self.failure(
                answer(502, body, {"Retry-After": "Sun, 29 Nov 2026 10:00:00 GMT"})
            )
            self.assertEqual((error.code, error.retry_after), ("unreadable", None))

    def test_a_redirect_is_not_followed(self):
        error, _ = self.failure(answer(302, b"", {"Location": "http://127.0.0.1:9/"}))
        self.assertEqual((error.status, error.code), (302, "unreadable"))
        self.assertIn("location: http://127.0.0.1:9/", str(error))

    def test_a_code_that_came_after_this_client(self):
        error, _ = self.failure(fail(418, "brand_new"))
        self.assertEqual(error.code, "brand_new")

    def test_an_error_has_what_the_service_said(self):
        details = "amount: must be an integer; items[0].name: is required; paymentId: pay_1"
        headers = {"X-Payment-Id": "pay_1"}
        error, _ = self.failure(fail(400, "invalid_request", details, headers))
        self.assertEqual((error.request_id, error.payment_id), ("req_1", "pay_1"))
        fields = [(field.path, field.reason) for field in error.fields]
        self.assertEqual(
            fields, [("amount", "must be an integer"), ("items[0].name", "is required")]
        )
        self.assertFalse(is_undecided(error))
        self.assertIn("invalid_request, req_1", str(error))

    def test_what_is_temporary_is_repeated_with_the_same_key_and_body(self):
        waits, attempts = [], []
        busy = fail(503, "service_unavailable")
        paid = answer(200, {"success": True, "data": PAID}, {"Idempotent-Replayed": "true"})
        with misbehave(busy, paid) as server:
            client = self.client(server, on_wait=waits.append, on_attempt=attempts.append)
            self.assertEqual(client.payments.create("gateway_one", SALE), PAID)
            first, second = server.requests
        self.assertEqual(waits, [1.0])
        self.assertEqual(
            [(one.number, one.status, one.replayed) for one in attempts],
            [(1, 503, False), (2, 200, True)],
        )
        self.assertEqual(first[3], second[3])
        self.assertRegex(first[2]["idempotency-key"], r"^[0-9a-f-]{36}$")
        self.assertEqual(first[2]["idempotency-key"], second[2]["idempotency-key"])

    def test_a_given_idempotency_key_is_sent(self):
        with misbehave(succeed(PAID)) as server:
            self.client(server).payments.create("gateway_one", SALE, idempotency_key="mine")
            self.assertEqual(server.requests[0][2]["idempotency-key"], "mine")

    def waits_after(self, behavior, call, **options):
        """How long it waits before it repeats; None if it does not."""
        waits = []

        def on_wait(seconds):
            waits.append(seconds)
            raise Waited

        with misbehave(behavior) as server:
            client = self.client(server, on_wait=on_wait, **options)
            with self.assertRaises((ApiError, Waited)):
                call(client)
        return waits[0] if waits else None

    def test_what_may_be_repeated(self):
        def get(client):
            return client.events.get("evt_1")

        def once(client):
            return client.receipts.get_envelope({"paymentId": "pay_1", "tokenId": "tok_1"})

        busy = {"Retry-After": "9"}
        cases = [
            (close, 1.0, None),
            (fail(429, "rate_limit_exceeded", "", busy), 9.0, 9.0),
            (fail(500, "internal_server_error"), 1.0, None),
            (answer(502, PAGE), 1.0, None),
            (fail(503, "service_unavailable", "", busy), 9.0, None),
            (answer(504, PAGE), 1.0, None),
            (fail(503, "service_unavailable", "", {"Retry-After": "61"}), None, None),
            (answer(501, PAGE), None, None),
            (answer(200, PAGE), None, None),
            (fail(400, "invalid_request"), None, None),
            (fail(402, "payment_declined"), None, None),
            (fail(409, "conflict"), None, None),
        ]
        for behavior, wait, wait_of_once in cases:
            self.assertEqual(self.waits_after(behavior, get), wait)
            self.assertEqual(self.waits_after(behavior, once), wait_of_once)
            self.assertIsNone(self.waits_after(behavior, get, max_attempts=1))

    def test_calls_with_an_effect_of_each_are_sent_once(self):
        calls = [
            lambda client: client.receipts.decrypt({}),
            lambda client: client.webhook_endpoints.create({}),
            lambda client: client.webhook_endpoints.rotate_secret("whe_1"),
            lambda client: client.webhook_endpoints.test("whe_1"),
            lambda client: client.webhook_endpoints.resend_delivery("whe_1", "del_1"),
            lambda client: client.webhook_endpoints.resend_since("whe_1", {}),
        ]
        for call in calls:
            self.assertIsNone(self.waits_after(close, call))

    def test_options_of_a_call_override_those_of_the_client(self):
        with misbehave(close) as server:
            with self.assertRaises(ApiError):
                self.client(server).events.get("evt_1", max_attempts=1, headers={"X-Till": "7"})
            self.assertEqual(server.requests[0][2]["x-till"], "7")
        with self.assertRaisesRegex(TypeError, "timeout_ms"):
            Client("http://127.0.0.1:9", "key").events.get("evt_1", timeout_ms=5)

    def test_an_address_carries_its_parameters_safely(self):
        with misbehave(succeed(1), succeed({"events": [], "nextCursor": None, "lastCursor": None})) as server:
            client = self.client(server)
            client.events.get("a/b?c")
            list(client.events.list({"limit": 2, "after": "", "types": None}))
            self.assertEqual(server.requests[0][1], "/api/v1/events/a%2Fb%3Fc")
            self.assertEqual(server.requests[1][1], "/api/v1/events?limit=2")
        with self.assertRaisesRegex(ValueError, "userId is empty"):
            client.users.erase("")
        for address in (
            "",
            "receipts.example",
            "file:///etc",
            "https://receipts.example/api/v1/",
            "https://receipts.example?a=b",
        ):
            with self.assertRaises(ValueError):
                Client(address, "key")
        for key in ("", None, "key\n"):
            with self.assertRaises(ValueError):
                Client("https://receipts.example", key)
        Client("https://receipts.example/sealslip/", "key")

    def test_a_list_asks_for_its_pages_as_they_are_needed(self):
        pages = [
            {"payments": [{"n": 1}, {"n": 2}], "nextCursor": "c"},
            {"payments": [{"n": 3}], "nextCursor": None},
        ]
        with misbehave(*map(succeed, [*pages, *pages])) as server:
            payments = self.client(server).payments.list({"limit": 2})
            self.assertEqual(server.requests, [])
            entries = iter(payments)
            self.assertEqual(next(entries), {"n": 1})
            self.assertEqual(len(server.requests), 1)
            self.assertEqual(list(entries), [{"n": 2}, {"n": 3}])
            self.assertEqual(server.requests[1][1], "/api/v1/payments?limit=2&cursor=c")
            self.assertEqual([page.next_cursor for page in payments.pages()], ["c", None])

    def test_a_page_of_events_says_how_far_it_was_read(self):
        pages = [
            {"events": [], "nextCursor": "c", "lastCursor": "c"},
            {"events": [{"n": 1}], "nextCursor": None, "lastCursor": "d"},
        ]
        with misbehave(*map(succeed, pages)) as server:
            events = self.client(server).events.list({"type": "refund.failed", "after": "b"})
            self.assertEqual([page.last_cursor for page in events.pages()], ["c", "d"])
            self.assertEqual(
                [path for _, path, *_ in server.requests],
                [f"/api/v1/events?type=refund.failed&after={after}" for after in "bc"],
            )


class SettleTest(unittest.TestCase):
    def settle(self, *behaviors, **options):
        with misbehave(*behaviors) as server:
            client = Client(server.url, "key", max_attempts=1)
            settled = client.payments.create_and_settle("gateway_one", SALE, **options)
            return settled, [path for _, path, _, _ in server.requests]

    def test_each_outcome(self):
        def found(**about):
            whole = {**PAID["veroMetadata"], "amount": 5, "currency": "usd", **about}
            return succeed({"payments": [{**PAID, "veroMetadata": whole}], "nextCursor": None})

        nothing = succeed({"payments": [], "nextCursor": None})
        not_charged, refunded = (
            succeed({"outcome": outcome}) for outcome in ("not_charged", "refunded")
        )
        canceled = fail(409, "conflict", "to take the payment after all, send another id")
        waiting = {**PAID, "veroMetadata": {"paymentStatus": "requires_confirmation"}}
        unknown = {**PAID, "veroMetadata": {"paymentStatus": "reviewed"}}
        forbidden = fail(403, "forbidden")
        cases = [
            ([succeed(PAID)], "paid"),
            ([succeed(waiting)], "requires_confirmation"),
            ([succeed(unknown), nothing, not_charged], "canceled"),
            ([fail(402, "payment_declined")], "declined"),
            ([close, found(), succeed(PAID)], "paid"),
            ([close, found(), close], "paid"),
            ([close, found(), canceled, refunded], "canceled"),
            ([close, found(refundedAmount=5), refunded], "canceled"),
            ([close, found(amount=6)], "undecided"),
            ([close, found(currency="eur")], "undecided"),
            ([close, nothing, not_charged], "canceled"),
            ([close, forbidden, not_charged], "canceled"),
            ([fail(429, "rate_limit_exceeded"), nothing, refunded], "canceled"),
            ([canceled, not_charged], "canceled"),
            ([canceled, close], "undecided"),
            ([close, nothing, fail(503, "service_unavailable")], "undecided"),
            ([close, fail(500, "internal_server_error")], "undecided"),
        ]
        for behaviors, state in cases:
            settled, paths = self.settle(*behaviors)
            self.assertEqual((settled.state, len(paths)), (state, len(behaviors)))
        self.assertEqual(settled.error.code, "no_answer")
        whole = {**PAID, "clientSecret": "secret"}
        settled, _ = self.settle(close, found(), succeed(whole))
        self.assertEqual(settled.payment, whole)
        settled, paths = self.settle(close, if_undecided="leave")
        self.assertEqual((settled.state, len(paths)), ("undecided", 1))
        with self.assertRaises(AttributeError):
            settled.state = "paid"

    def test_a_key_that_is_revoked_between_attempts_decides_nothing(self):
        seen = []
        nothing = succeed({"payments": [], "nextCursor": None})
        with misbehave(
            close, fail(401, "unauthorized"), nothing, fail(401, "unauthorized")
        ) as server:
            client = Client(server.url, "key", on_attempt=seen.append)
            settled = client.payments.create_and_settle("gateway_one", SALE)
        self.assertEqual((settled.state, settled.error.status), ("undecided", 401))
        self.assertEqual([attempt.status for attempt in seen], [None, 401, 200, 401])

    def test_what_is_refused_is_raised(self):
        with self.assertRaises(ApiError):
            self.settle(fail(401, "unauthorized"))
        with self.assertRaises(ApiError):
            self.settle(fail(400, "invalid_request"))
        with self.assertRaises(ValueError):
            self.settle(if_undecided="retry")


class FieldsTest(unittest.TestCase):
    def test_a_misspelled_field_is_refused_at_once(self):
        client = Client("http://127.0.0.1:9", "key")
        cases = {
            "tipAmout": "tipAmount",
            "tip_amount": "tipAmount",
            "TipAmount": "tipAmount",
            "recipientHashPan": "recipientHashedPan",
            "curency": "currency",
            "discount": "discounts",
            "item": "items",
        }
        for name, meant in cases.items():
            with self.assertRaisesRegex(ValueError, rf"^{name} is not .* did you mean {meant}\?"):
                client.payments.create("gateway_one", {**SALE, name: 1})
        with self.assertRaisesRegex(ValueError, r"items\[1\]\.unitPrize .* unitPrice"):
            client.payments.create_and_settle(
                "gateway_one", {**SALE, "items": [{}, {"unitPrize": 1}]}
            )
        with self.assertRaisesRegex(ValueError, "refundReference"):
            client.payments.refund("gateway_one", "pay_1", {"refundRefrence": "x"})

    def test_fields_of_your_own_are_sent(self):
        with misbehave(succeed(PAID)) as server:
            own = {"tableNumber": 7, "storeCode": "b", "x": 1, "items": [{"allergens": "nuts"}]}
            Client(server.url, "key").payments.create("gateway_one", {**SALE, **own})
            self.assertIn(b'"tableNumber":7', server.requests[0][3])


if __name__ == "__main__":
    unittest.main()
