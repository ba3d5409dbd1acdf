"""The queue against a server whose answers are given, and against a running service."""

import contextlib
import os
import pathlib
import shutil
import signal
import sqlite3
import tempfile
import threading
import unittest
import uuid
from unittest import mock

from misbehaving_server import answer, close, fail, misbehave, succeed

from sealslip import Client
from sealslip.queue import QueueError, Sealing, TillQueue
from sealslip.queue import storage as storage_module

PAID = {"paymentId": "pay_1", "veroMetadata": {"paymentStatus": "succeeded"}}
WAITING = {**PAID, "veroMetadata": {"paymentStatus": "requires_confirmation"}}
PAGE = b"<html>"


def create_sale(number, **fields):
    return {
        "receiptId": f"r-{number}",
        "merchantId": "bakery-7",
        "merchantName": "Café ☕",
        "transactionId": f"t-{number}",
        "transactionDate": "2026-11-28T10:00:00+01:00",
        "currency": "eur",
        "amount": 1250,
        "recipientHashedPan": "f" * 64,
        **fields,
    }


class QueueCase(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)
        self.path = os.path.join(self.home.name, "queue")

    def open(self, url="http://127.0.0.1:9", **options):
        return TillQueue(Client(url, "key"), "gateway_one", self.path, **options)

    def refuse(self, code, call):
        with self.assertRaises(QueueError) as raised:
            call()
        self.assertEqual(raised.exception.code, code)


class SendTest(QueueCase):
    def send(self, behaviors, sales=1):
        """Adds sales and sends once."""
        with misbehave(*behaviors) as server, self.open(server.url) as queue:
            for number in range(sales):
                queue.add(create_sale(number), id=f"s-{number}")
            sent = queue.send()
            return sent, list(queue.list()), server.requests

    def test_the_states(self):
        reservation = fail(409, "conflict", "reservation: has expired")
        ended = fail(409, "conflict", "to take the payment after all, send another transactionId")
        cases = [
            ([succeed(PAID)], "done", "paid"),
            ([succeed(WAITING), succeed(WAITING)], "done", "requires_confirmation"),
            ([succeed(WAITING), succeed(PAID)], "done", "paid"),
            ([fail(402, "payment_declined")], "done", "declined"),
            ([fail(400, "invalid_request", "amount: x")], "done", "refused"),
            ([fail(409, "conflict", "receiptId: x")], "done", "refused"),
            ([fail(413, "payload_too_large")], "done", "refused"),
            ([reservation], "done", "refused"),
            ([ended], "done", "canceled"),
            ([close], "stopped", "sent"),
            ([answer(200, PAGE)], "stopped", "sent"),
            ([answer(502, PAGE)], "stopped", "sent"),
            ([fail(429, "rate_limit_exceeded")], "stopped", "sent"),
            ([fail(401, "unauthorized")], "stopped", "sent"),
            ([fail(403, "forbidden")], "stopped", "sent"),
            ([fail(400, "invalid_signature")], "stopped", "sent"),
        ]
        for behaviors, state, entry_state in cases:
            sent, [entry], requests = self.send(behaviors)
            self.assertEqual(
                (sent.state, entry.state, len(requests)), (state, entry_state, len(behaviors))
            )
            if state == "stopped":
                self.assertEqual(
                    (sent.id, entry.attempts, entry.error.code), ("s-0", 1, sent.error.code)
                )
            shutil.rmtree(self.path)
            os.remove(f"{self.path}.seen")

    def test_in_order_and_repeated_as_it_was(self):
        _, entries, _ = self.send([close], sales=3)
        self.assertEqual([entry.state for entry in entries], ["sent", "queued", "queued"])
        with misbehave(*[succeed(PAID)] * 3) as server, self.open(server.url) as queue:
            again = queue.add(create_sale(0), id="s-0")
            self.assertEqual((again.number, again.state), (1, "sent"))
            self.assertEqual(queue.send().state, "done")
            self.assertEqual(
                [f'"r-{n}"'.encode() in body for n, (_, _, _, body) in enumerate(server.requests)],
                [True] * 3,
            )
            self.assertEqual([entry.number for entry in queue.list()], [1, 2, 3])
            self.assertEqual(
                len({headers["idempotency-key"] for _, _, headers, _ in server.requests}), 3
            )

    def test_a_sale_at_which_the_service_fails_lets_others_pass(self):
        self.send([close], sales=2)
        broken = fail(500, "internal_server_error")
        with (
            misbehave(broken, broken, succeed(PAID), succeed(PAID)) as server,
            self.open(server.url) as queue,
        ):
            self.assertEqual(queue.send().state, "stopped")
            self.assertEqual(queue.get("s-1").state, "queued")
            self.assertEqual(queue.send().id, "s-0")
            self.assertEqual([entry.state for entry in queue.list()], ["sent", "paid"])
            self.assertEqual(queue.send().state, "done")

    def test_one_sender_at_a_time(self):
        with self.open() as one, self.open() as other:
            one.add(create_sale(1))
            with storage_lock(self.path):
                self.assertEqual(other.send().state, "busy")
            self.assertEqual(other.send().state, "stopped")

    def test_run_sends_what_another_queue_adds_until_it_is_stopped(self):
        stop, passed = threading.Event(), threading.Event()
        with (
            misbehave(succeed(PAID)) as server,
            self.open(server.url) as queue,
            self.open() as other,
        ):
            runner = threading.Thread(target=queue.run, args=(stop, lambda sent: passed.set()))
            runner.start()
            self.assertTrue(passed.wait(5))
            entry = other.add(create_sale(1))
            for _ in range(100):
                if other.get(entry.id).state == "paid":
                    break
                stop.wait(0.05)
            self.assertEqual(other.get(entry.id).state, "paid")
            stop.set()
            runner.join(5)
            self.assertFalse(runner.is_alive())

    def test_cancel(self):
        refused = fail(409, "conflict", "cannot be refunded")
        answers = [
            close,
            close,
            succeed({"outcome": "not_charged"}),
            close,
            refused,
            succeed(PAID),
        ]
        with misbehave(*answers) as server, self.open(server.url) as queue:
            queue.add(create_sale(1), id="never-sent")
            self.assertEqual(queue.cancel("never-sent").outcome, "not_charged")
            queue.add(create_sale(2), id="sent")
            queue.send()
            self.assertEqual(queue.cancel("sent").state, "canceling")
            queue.send()
            self.assertEqual(queue.get("sent").state, "canceled")
            queue.add(create_sale(3), id="paid")
            queue.send()
            self.assertEqual(queue.cancel("paid").state, "sent")
            queue.send()
            self.refuse("not_cancelable", lambda: queue.cancel("paid"))
            self.refuse("not_found", lambda: queue.cancel("x"))

    def test_retry_and_remove(self):
        with (
            misbehave(fail(402, "payment_declined"), succeed(PAID)) as server,
            self.open(server.url) as queue,
        ):
            queue.add(create_sale(1), id="first")
            self.refuse("not_settled", lambda: queue.retry_as("first", {"transactionId": "t-2"}))
            queue.send()
            self.refuse(
                "references_reused", lambda: queue.retry_as("first", {"transactionId": "t-1"})
            )
            retry = queue.retry_as("first", {"transactionId": "t-2", "paymentMethod": "pm_2"})
            self.assertEqual((retry.retry_of, retry.transaction_id), ("first", "t-2"))
            self.refuse("not_settled", lambda: queue.remove(retry.id))
            queue.send()
            queue.remove(retry.id)
            queue.remove("first")
            self.assertEqual(list(queue.list()), [])

    def test_what_is_not_accepted(self):
        with self.open() as queue:
            queue.add(create_sale(1), id="s-1")
            self.refuse("id_reused", lambda: queue.add(create_sale(1, amount=1), id="s-1"))
            self.refuse("references_reused", lambda: queue.add(create_sale(1), id="s-2"))
            self.refuse("invalid_sale", lambda: queue.add(create_sale(2, amount=1j)))
            self.refuse("invalid_sale", lambda: queue.add({"receiptId": "r"}))
            with self.assertRaisesRegex(ValueError, "tipAmount"):
                queue.add(create_sale(2, tipAmout=1))
            self.assertEqual(len(queue.list()), 1)


@contextlib.contextmanager
def storage_lock(path):
    db = sqlite3.connect(os.path.join(path, "sender.lock"), isolation_level=None)
    db.execute("BEGIN EXCLUSIVE")
    yield
    db.close()


class LossTest(QueueCase):
    def losses(self):
        with self.open() as queue:
            status = queue.status()
            return queue, [loss.kind for loss in status.losses], status

    def add(self, number):
        with self.open() as queue:
            queue.add(create_sale(number), id=f"s-{number}")

    def test_a_new_queue_and_one_that_lost_its_folder(self):
        _, kinds, status = self.losses()
        self.assertEqual((kinds, status.is_new, status.is_guarded), ([], True, True))
        self.add(1)
        shutil.rmtree(self.path)
        _, kinds, status = self.losses()
        self.assertEqual((kinds, status.is_new, status.losses[0].highest), (["emptied"], False, 1))
        with self.open() as queue:
            queue.accept_loss()
            self.assertEqual((queue.status().losses, queue.add(create_sale(1)).number), ([], 2))

    def test_an_older_copy_sends_nothing(self):
        self.add(1)
        shutil.copytree(self.path, f"{self.path}.copy")
        self.add(2)
        shutil.rmtree(self.path)
        os.rename(f"{self.path}.copy", self.path)
        _, kinds, status = self.losses()
        self.assertEqual(
            (kinds, status.losses[0].highest, status.losses[0].found), (["rolled_back"], 2, 1)
        )
        with self.open() as queue:
            self.assertEqual(queue.send().state, "held")
            queue.accept_loss()
            self.assertEqual(queue.send().state, "stopped")

    def test_damage(self):
        for number in (1, 2):
            self.add(number)
        database = os.path.join(self.path, "queue.db")
        with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as db:
            db.execute(
                "UPDATE record SET value = replace(value, '1250', '9950') WHERE key = 'entry/s-1'"
            )
        _, kinds, status = self.losses()
        self.assertEqual((kinds, status.losses[0].ids), (["damaged"], ["s-1"]))
        with self.open() as queue:
            self.assertEqual([entry.state for entry in queue.list()], ["lost", "queued"])
            again = queue.add(create_sale(1), id="s-1")
            self.assertEqual(again.state, "queued")
        pathlib.Path(database).write_bytes(b"no database at all" * 500)
        _, kinds, status = self.losses()
        self.assertEqual(kinds, ["damaged"])
        self.assertTrue(list(pathlib.Path(self.path).glob("queue.db.damaged-*")))

    def test_a_folder_that_is_deleted_while_it_is_open(self):
        with self.open() as queue:
            shutil.rmtree(self.path)
            self.refuse("storage_gone", lambda: queue.add(create_sale(1)))

    def test_a_disk_that_cannot_be_written(self):
        blocked = os.path.join(self.home.name, "file")
        pathlib.Path(blocked).write_text("")
        self.path = os.path.join(blocked, "queue")
        self.refuse("storage_failed", self.open)


@unittest.skipUnless("SEALSLIP_URL" in os.environ, "needs a service")
class ServiceQueueTest(QueueCase):
    def setUp(self):
        super().setUp()
        self.client = Client(os.environ["SEALSLIP_URL"], os.environ["SEALSLIP_API_KEY"])

    def references(self):
        return uuid.uuid4().hex

    def test_what_is_sealed_without_a_network(self):
        key = os.urandom(32)
        sealing = Sealing(receipt_key=key, stock=3)
        with TillQueue(self.client, "gateway_one", self.path, sealing=sealing) as queue:
            self.refuse("no_reservation", lambda: queue.add(create_sale(self.references())))
            self.assertEqual(queue.send().state, "done")
            self.assertEqual(queue.status().reservations, 3)
            entry = queue.add(create_sale(self.references(), merchantName="Secret Pharmacy"))
            self.assertEqual(queue.status().reservations, 2)
            stored = b"".join(file.read_bytes() for file in pathlib.Path(self.path).iterdir())
            self.assertNotIn(b"Pharmacy", stored)
            self.assertEqual(queue.send().state, "done")
            self.assertEqual(queue.get(entry.id).payment["veroMetadata"]["sealedAt"], "till")

    def test_a_reservation_that_is_over_is_sealed_again_once(self):
        sealing = Sealing(receipt_key=os.urandom(32), stock=2)
        with TillQueue(self.client, "gateway_two", self.path, sealing=sealing) as queue:
            queue.send()
        # Reservations of another gateway are not taken.
        with TillQueue(self.client, "gateway_one", self.path, sealing=sealing) as queue:
            entry = queue.add(create_sale(self.references()))
            self.assertEqual(queue.send().state, "done")
            self.assertEqual(queue.get(entry.id).state, "paid")

    def test_a_till_that_is_killed_at_each_step_takes_each_sale_once(self):
        step = 0
        while self.kill_at(step):
            step += 1
        self.assertGreater(step, 16)

    def kill_at(self, step):
        """Whether a till that starts, adds, and sends has so many steps.

        Started again, it takes the sale once.
        """
        name, path = self.references(), f"{self.path}-{step}"
        pid = os.fork()
        if pid == 0:
            try:
                run_till(self.client, path, name, step)
                os._exit(0)
            finally:
                os._exit(1)
        status = os.waitpid(pid, 0)[1]
        if status != 0:
            self.assertEqual(os.WTERMSIG(status), signal.SIGKILL)
        with TillQueue(self.client, "gateway_one", path) as queue:
            queue.add(create_sale(name), id=name)
            self.assertEqual(queue.send().state, "done")
            [entry] = queue.list()
            self.assertEqual((entry.state, queue.status().losses), ("paid", []), step)
        query = {"merchantId": "bakery-7", "receiptId": f"r-{name}", "transactionId": f"t-{name}"}
        [payment] = self.client.payments.list(query)
        self.assertEqual(payment["paymentId"], entry.payment["paymentId"])
        return status != 0


def run_till(client, path, name, dies_at):
    steps = iter(range(10_000))

    def step():
        if next(steps) == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(call):
        def stepped(*args, **options):
            step()
            result = call(*args, **options)
            step()
            return result

        return stepped

    storage = storage_module.Storage
    storage.update = around(storage.update)
    storage.write_marker = around(storage.write_marker)
    create = client.payments._create
    with (
        mock.patch.object(client.payments, "_create", around(create)),
        TillQueue(client, "gateway_one", path) as queue,
    ):
        queue.add(create_sale(name), id=name)
        assert queue.send().state == "done"


if __name__ == "__main__":
    unittest.main()
