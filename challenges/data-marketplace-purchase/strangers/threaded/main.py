"""A thread per request, no memory, no care: what a hurried programmer makes of the contract."""
import json
import sys
import threading

lock = threading.Condition()
answers = {}
asked = set()
busy = 0
last_id = 0


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def call(method, **params):
    global last_id, busy
    with lock:
        last_id += 1
        mine = last_id
        asked.add(mine)
        send({"id": mine, "method": method, "params": params})
        busy -= 1
        lock.notify_all()
        while mine not in answers:
            lock.wait()
        # Counted as busy again by the reader, before it looks at the next line.
        return answers.pop(mine)


def work(message):
    global busy
    params = message["params"]
    result = {"status": "failed"}
    listing = call("listing.get", listingId=params.get("listingId")).get("result")
    if listing and listing["status"] == "published":
        tx = "x" + message["id"]
        amount = listing["price"]
        debit = call("wallet.debit", accountId=params.get("buyerId"), amount=amount, transactionId=tx)
        if "result" in debit:
            call("wallet.credit", accountId=listing["ownerId"], amount=amount, transactionId=tx)
            call("transactions.record", transactionId=tx, buyerId=params["buyerId"], listingId=params["listingId"], amount=amount, status="completed")
            for to in (params["buyerId"], listing["ownerId"]):
                call("notify", to=to, kind="purchase.completed", transactionId=tx)
            result = {"status": "completed", "transactionId": tx}
    with lock:
        send({"id": message["id"], "result": result})
        busy -= 1
        lock.notify_all()


for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    with lock:
        if method == "sync":
            while busy:
                lock.wait()
            send({"id": message["id"], "result": None})
        elif method == "start":
            send({"id": message["id"], "result": None})
        elif method:
            busy += 1
            threading.Thread(target=work, args=(message,), daemon=True).start()
        elif message["id"] in asked:
            asked.remove(message["id"])
            answers[message["id"]] = message
            busy += 1
            lock.notify_all()
