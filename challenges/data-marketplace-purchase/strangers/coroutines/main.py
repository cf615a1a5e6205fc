"""Coroutines by hand, written from the contract alone. Every fork can be chosen: `python3 main.py credit=park same=pair`."""
import json
import sys

CHOICES = {
    "credit": "event",  # park | rollback | event | close
    "same": "id",  # id | pair | new
    "order": "record",  # record | money
    "notify": "never",  # never | later | fails
    "conc": "optimistic",  # optimistic | reserve | turns
    "withdrawn": "recheck",  # recheck | honour | refund
    "retries": "2",
    "wait": "30",
    "growth": "1",  # factor from one wait to the next
    "early": "",  # an event nobody asked for, before any money moves
}
CHOICES.update(argument.split("=") for argument in sys.argv[1:])
RETRIES, WAIT_MS, GROWTH = int(CHOICES["retries"]), 1000 * int(CHOICES["wait"]), int(CHOICES["growth"])
TELL_LATER, TELL_LATER_MS = 3, 60_000
SOFT = ("unavailable", "timeout")

last_id = 0
waiting = {}
ready = []
locks = {}
reserved = {}


class Refused(Exception):
    def __init__(self, error):
        super().__init__(error.get("message"))
        self.kind = (error.get("data") or {}).get("kind")


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


class Task:
    def __init__(self, steps, done=None):
        self.steps, self.done = steps, done
        self.go(None, None)

    def go(self, value, error):
        global last_id
        try:
            kind, *rest = self.steps.throw(error) if error else self.steps.send(value)
        except StopIteration as end:
            return self.done and self.done(end.value, None)
        except Exception as failure:
            sys.stderr.write(repr(failure) + "\n")
            return self.done and self.done(None, failure)
        if kind == "call":
            last_id += 1
            waiting[last_id] = self
            send({"id": last_id, "method": rest[0], "params": rest[1]})
        else:
            queue = locks.setdefault(rest[0], [])
            queue.append(self)
            if len(queue) == 1:
                ready.append((self, None))


def unlock(name):
    locks[name].pop(0)
    if locks[name]:
        ready.append((locks[name][0], None))
    else:
        del locks[name]


def call(method, **params):
    return (yield ("call", method, params))


def insist(method, tries=9, **params):
    for attempt in range(tries):
        try:
            return (yield from call(method, **params))
        except Refused as error:
            if error.kind not in SOFT or attempt == tries - 1:
                raise
        yield from call("timer.after", ms=700 * 2**attempt)


def move(method, retries, wait_ms, **params):
    """True when it is certain that the money moved, False when it is certain that it did not."""
    for attempt in range(retries + 1):
        try:
            yield from call(method, **params)
            return True
        except Refused as error:
            if error.kind == "timeout":
                if (yield from insist("wallet.find", ref=params["ref"]))["entry"]:
                    return True
            elif error.kind != "unavailable":
                return False
        if attempt < retries:
            yield from call("timer.after", ms=wait_ms * GROWTH**attempt)
    return False


def save(p):
    yield from insist("store.put", key="purchase:" + p["key"], value=p)


def purchase(params, request):
    names = ("buyerId", "listingId", "requestId")
    if not isinstance(params, dict) or not all(isinstance(params.get(n), str) and params[n] for n in names):
        return {"status": "rejected", "reason": "malformed"}
    pair = params["buyerId"] + "-" + params["listingId"]
    key = {"id": "r-" + params["requestId"], "pair": "p-" + pair, "new": "n-" + request}[CHOICES["same"]]
    yield ("lock", key)
    try:
        return (yield from begin(params, key))
    finally:
        unlock(key)


def begin(params, key):
    p = (yield from insist("store.get", key="purchase:" + key))["value"]
    if p:
        return p["answer"] or (yield from go_on(p))
    try:
        listing = yield from insist("listing.get", tries=4, listingId=params["listingId"])
    except Refused as error:
        return {"status": "rejected", "reason": str(error)}
    if listing["status"] != "published":
        return {"status": "rejected", "reason": "withdrawn"}
    p = {
        "key": key,
        "tx": "T" + key,
        "buyer": params["buyerId"],
        "owner": listing["ownerId"],
        "listing": params["listingId"],
        "amount": listing["price"],
        "step": "new",
        "answer": None,
        "untold": [],
    }
    buyer = p["buyer"]
    if CHOICES["conc"] == "turns":
        yield ("lock", buyer)
        try:
            return (yield from start(p, 0))
        finally:
            unlock(buyer)
    if CHOICES["conc"] == "reserve":
        others = reserved.get(buyer, 0)
        reserved[buyer] = others + p["amount"]
        try:
            return (yield from start(p, others))
        finally:
            reserved[buyer] -= p["amount"]
    return (yield from start(p, 0))


def start(p, others):
    try:
        balance = (yield from insist("wallet.balance", tries=4, accountId=p["buyer"]))["balance"]
    except Refused:
        return {"status": "rejected", "reason": "no wallet"}
    if balance - others < p["amount"]:
        return {"status": "rejected", "reason": "too little money"}
    yield from save(p)
    return (yield from go_on(p))


def record(p, status):
    about = {"transactionId": p["tx"], "buyerId": p["buyer"], "listingId": p["listing"], "amount": p["amount"]}
    try:
        yield from insist("transactions.record", **about, status=status, ref="R" + p["tx"])
    except Refused as error:
        if error.kind != "conflict":
            raise
        if status != "pending":
            yield from update(p, status)


def update(p, status):
    yield from insist("transactions.update", transactionId=p["tx"], status=status, ref="U" + p["tx"] + status)


def withdrawn(p):
    try:
        return (yield from insist("listing.get", tries=4, listingId=p["listing"]))["status"] != "published"
    except Refused:
        return True


def publish(p, name):
    yield from insist("events.publish", type=name, transactionId=p["tx"], amount=p["amount"], ref=name + p["tx"])


def go_on(p):
    money = {"amount": p["amount"], "transactionId": p["tx"]}
    if p["step"] == "new":
        if CHOICES["early"]:
            yield from publish(p, "purchase.begun")
        if CHOICES["order"] == "record":
            yield from record(p, "pending")
        if not (yield from insist("wallet.find", ref="D" + p["tx"]))["entry"]:
            if CHOICES["withdrawn"] == "recheck" and (yield from withdrawn(p)):
                return (yield from finish(p, "failed"))
            if not (yield from move("wallet.debit", 0, 0, accountId=p["buyer"], ref="D" + p["tx"], **money)):
                return (yield from finish(p, "failed"))
        p["step"] = "paid"
        yield from save(p)
    if p["step"] == "paid":
        if CHOICES["withdrawn"] == "refund" and (yield from withdrawn(p)):
            p["step"] = "rollback"
        else:
            paid = yield from move("wallet.credit", RETRIES, WAIT_MS, accountId=p["owner"], ref="C" + p["tx"], **money)
            p["step"] = "done" if paid else CHOICES["credit"]
        yield from save(p)
    if p["step"] == "rollback":
        yield from refund(p)
    if p["step"] == "event":
        yield from publish(p, "purchase.compensate")
    return (yield from finish(p, {"park": "parked", "done": "completed"}.get(p["step"], "failed")))


def refund(p):
    back = {"accountId": p["buyer"], "amount": p["amount"], "transactionId": p["tx"]}
    yield from insist("wallet.credit", tries=12, ref="B" + p["tx"], **back)


def tell(p, to, status):
    kind = "purchase." + status
    yield from call("notify", to=to, kind=kind, transactionId=p["tx"], ref="N" + p["tx"] + to + kind)


def finish(p, status):
    yield from (update if CHOICES["order"] == "record" else record)(p, status)
    for to in (p["buyer"],) if status == "failed" else (p["buyer"], p["owner"]):
        try:
            yield from tell(p, to, status)
        except Refused as error:
            if CHOICES["notify"] == "fails" and status == "completed" and error.kind == "unavailable":
                p["step"] = "undo"
                yield from save(p)
                return (yield from undo(p))
            if CHOICES["notify"] == "later" and error.kind in SOFT:
                p["untold"].append([to, status])
    p["answer"] = {"status": status, "transactionId": p["tx"]}
    yield from save(p)
    if p["untold"]:
        ready.append((tell_later(p), "new"))
    return p["answer"]


def undo(p):
    taken = {"accountId": p["owner"], "amount": p["amount"], "transactionId": p["tx"]}
    yield from insist("wallet.debit", tries=12, ref="O" + p["tx"], **taken)
    yield from refund(p)
    yield from update(p, "failed")
    for to in (p["buyer"], p["owner"]):
        try:
            yield from tell(p, to, "failed")
        except Refused:
            pass
    p["answer"] = {"status": "failed", "transactionId": p["tx"]}
    yield from save(p)
    return p["answer"]


def tell_later(p):
    for _ in range(TELL_LATER):
        yield from call("timer.after", ms=TELL_LATER_MS)
        for untold in list(p["untold"]):
            try:
                yield from tell(p, *untold)
            except Refused as error:
                if error.kind in SOFT:
                    continue
            p["untold"].remove(untold)
        if not p["untold"]:
            break
    p["untold"] = []
    yield from save(p)


def recover():
    for entry in (yield from insist("store.list", prefix="purchase:"))["entries"]:
        p = entry["value"]
        if p["untold"] and p["answer"]:
            ready.append((tell_later(p), "new"))
        elif not p["answer"]:
            yield from (undo if p["step"] == "undo" else go_on)(p)


def answer_to(message):
    def done(value, failure):
        body = {"error": {"code": -32603, "message": str(failure)}} if failure else {"result": value}
        send({"id": message["id"], **body})

    return done


for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "sync":
        send({"id": message["id"], "result": None})
    elif method == "start":
        Task(recover(), answer_to(message))
    elif method == "purchase.requested":
        Task(purchase(message.get("params"), message["id"]), answer_to(message))
    elif method:
        send({"id": message["id"], "error": {"code": -32601, "message": "unknown method"}})
    else:
        task = waiting.pop(message.get("id"), None)
        error = message.get("error")
        if task:
            task.go(message.get("result"), Refused(error) if error else None)
    while ready:
        task, what = ready.pop(0)
        if what == "new":
            Task(task)
        else:
            task.go(None, None)
