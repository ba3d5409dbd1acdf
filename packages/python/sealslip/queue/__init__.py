"""A till's queue for sales without a network: ``TillQueue``."""

from .entry import Entry, EntryError, EntryState
from .errors import QueueError
from .ledger import StorageLoss
from .sealed_sale import Sealing
from .sending import Sent
from .till_queue import QueueStatus, TillQueue

__all__ = [
    "Entry",
    "EntryError",
    "EntryState",
    "QueueError",
    "QueueStatus",
    "Sealing",
    "Sent",
    "StorageLoss",
    "TillQueue",
]
