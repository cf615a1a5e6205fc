"""One thing at a time, written from the contract alone: a request that comes while another is served waits in a list."""
import json
import sys

last_id = 0
waiting = []


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def receive():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


class Refused(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.kind = (error.get("data") or {}).get("kind")


def call(method, **params):
    global last_id
    last_id += 1
    mine = last_id
    send({"id": mine, "method": method, "params": params})
    while True:
        message = receive()
        if message.get("method") == "sync":
            send({"id": message["id"], "result": None})
        elif "method" in message:
            waiting.append(message)
        elif message.get("id") == mine:
            if message.get("error"):
                raise Refused(message["error"])
            return message.get("result")


def insist(method, **params):
    for attempt in range(10):
        try:
            return call(method, **params)
        except Refused as error:
            if error.kind not in ("unavailable", "timeout") or attempt == 9:
                raise
            call("timer.after", ms=2000 * (attempt + 1))


def save(p):
    insist("store.put", key="p:" + p["tx"], value=p)


def purchase(params):
    ids = [params.get(k) for k in ("buyerId", "listingId", "requestId")]
    if not all(isinstance(i, str) and i for i in ids):
        return {"status": "rejected", "reason": "bad input"}
    tx = "t-" + params["requestId"]
    p = insist("store.get", key="p:" + tx)["value"]
    if p is None:
        try:
            listing = insist("listing.get", listingId=params["listingId"])
        except Refused as error:
            return {"status": "rejected", "reason": str(error)}
        if listing["status"] != "published":
            return {"status": "rejected", "reason": "withdrawn"}
        p = {"tx": tx, "buyer": ids[0], "listing": ids[1], "owner": listing["ownerId"], "amount": listing["price"], "at": "new", "answer": None}
        save(p)
    return go_on(p)


def go_on(p):
    if p["answer"]:
        return p["answer"]
    tx, amount = p["tx"], p["amount"]
    if p["at"] == "new":
        insist("transactions.record", transactionId=tx, buyerId=p["buyer"], listingId=p["listing"], amount=amount, status="pending", ref=tx + "r")
        if not move("wallet.debit", p["buyer"], p, "d"):
            p["at"] = "refused"
        else:
            p["at"] = "paid"
        save(p)
    if p["at"] == "refused":
        return close(p, "failed")
    if p["at"] == "paid":
        if move("wallet.credit", p["owner"], p, "c"):
            return close(p, "completed")
        p["at"] = "back"
        save(p)
    insist("wallet.credit", accountId=p["buyer"], amount=amount, transactionId=tx, ref=tx + "b")
    return close(p, "failed")


def move(method, account, p, name):
    """True when it is certain that the money moved, False when it is certain that it did not."""
    ref = p["tx"] + name
    try:
        call(method, accountId=account, amount=p["amount"], transactionId=p["tx"], ref=ref)
        return True
    except Refused as error:
        if error.kind != "timeout":
            return False
        return insist("wallet.find", ref=ref)["entry"] is not None


def close(p, status):
    tx = p["tx"]
    insist("transactions.update", transactionId=tx, status=status, ref=tx + status)
    for to in (p["buyer"], p["owner"]) if status == "completed" else (p["buyer"],):
        try:
            call("notify", to=to, kind="purchase." + status, transactionId=tx, ref=tx + to + status)
        except Refused:
            pass
    p["answer"] = {"status": status, "transactionId": tx}
    save(p)
    return p["answer"]


def recover():
    for entry in insist("store.list", prefix="p:")["entries"]:
        if not entry["value"]["answer"]:
            go_on(entry["value"])


while True:
    message = waiting.pop(0) if waiting else receive()
    method = message.get("method")
    if method == "sync":
        send({"id": message["id"], "result": None})
    elif method == "start":
        recover()
        send({"id": message["id"], "result": None})
    elif method == "purchase.requested":
        send({"id": message["id"], "result": purchase(message["params"])})
    elif method:
        send({"id": message["id"], "error": {"code": -32601, "message": "unknown"}})
