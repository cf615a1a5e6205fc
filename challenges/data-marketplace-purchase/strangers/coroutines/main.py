# coroutines by hand; written from the contract text
import sys, json
opt = dict(credit='event', same='id', order='record', notify='never', conc='optimistic', withdrawn='recheck', retries='2', wait='30', nretries='3', nwait='60')
for a in sys.argv[1:]:
    k, v = a.split('='); opt[k] = v
class Refused(Exception):
    def __init__(s, e): super().__init__(e.get('message')); s.kind = (e.get('data') or {}).get('kind')
SOFT = ('unavailable', 'timeout')
seq = 0; waiting = {}; keylocks = {}; held = {}
def out(m): sys.stdout.write(json.dumps(dict(jsonrpc='2.0', **m)) + '\n'); sys.stdout.flush()
class Task:
    def __init__(s, gen, done=None): s.gen = gen; s.done = done; s.step(None, None)
    def step(s, value, error):
        global seq
        try:
            what = s.gen.throw(error) if error else s.gen.send(value)
        except StopIteration as e:
            if s.done: s.done(e.value, None)
            return
        except Exception as e:
            sys.stderr.write(repr(e) + '\n')
            if s.done: s.done(None, e)
            return
        if what[0] == 'call':
            seq += 1; waiting[seq] = s; out(dict(id=seq, method=what[1], params=what[2]))
        elif what[0] == 'lock':
            q = keylocks.setdefault(what[1], [])
            q.append(s)
            if len(q) == 1: ready.append((s, None, None))
def unlock(k):
    q = keylocks[k]; q.pop(0)
    if q: ready.append((q[0], None, None))
    else: del keylocks[k]
ready = []
def call(method, **params): return (yield ('call', method, params))
def sleep(ms): return (yield from call('timer.after', ms=ms))
def persist(method, n=9, **params):
    for i in range(n):
        try: return (yield from call(method, **params))
        except Refused as e:
            if e.kind not in SOFT or i == n - 1: raise
        yield from sleep(700 * 2 ** i)
def move(method, n, ms, **params):
    for i in range(n + 1):
        try:
            yield from call(method, **params); return True
        except Refused as e:
            if e.kind == 'timeout':
                if (yield from persist('wallet.find', ref=params['ref']))['entry']: return True
            elif e.kind != 'unavailable': return False
        if i < n: yield from sleep(ms)
    return False
def save(j): yield from persist('store.put', key='purchase:' + j['key'], value=j)
def ok(x): return isinstance(x, str) and x != ''
def purchase(p, id):
    if not isinstance(p, dict) or not all(ok(p.get(k)) for k in ('buyerId', 'listingId', 'requestId')): return dict(status='rejected', reason='malformed')
    key = {'id': 'r-' + p['requestId'], 'pair': 'p-%s-%s' % (p['buyerId'], p['listingId']), 'new': 'n-%s' % id}[opt['same']]
    lock = 'key ' + key
    yield ('lock', lock)
    try: return (yield from begin(p, key))
    finally: unlock(lock)
def begin(p, key):
    j = (yield from persist('store.get', key='purchase:' + key))['value']
    if j: return j['answer'] or (yield from drive(j))
    try: l = yield from persist('listing.get', n=4, listingId=p['listingId'])
    except Refused as e: return dict(status='rejected', reason=str(e))
    if l['status'] != 'published': return dict(status='rejected', reason='withdrawn')
    j = dict(key=key, tx='T' + key, buyer=p['buyerId'], owner=l['ownerId'], listing=p['listingId'], amount=l['price'], step='new', answer=None, left=[])
    if opt['conc'] == 'turns':
        yield ('lock', 'buyer ' + j['buyer'])
        try: return (yield from start(j))
        finally: unlock('buyer ' + j['buyer'])
    if opt['conc'] == 'reserve':
        mine = held.get(j['buyer'], 0); held[j['buyer']] = mine + j['amount']
        try: return (yield from start(j, mine))
        finally: held[j['buyer']] -= j['amount']
    return (yield from start(j))
def start(j, reserved=0):
    try: b = (yield from persist('wallet.balance', n=4, accountId=j['buyer']))['balance']
    except Refused: return dict(status='rejected', reason='no wallet')
    if b - reserved < j['amount']: return dict(status='rejected', reason='poor')
    yield from save(j)
    return (yield from drive(j))
def record(j, status, then_update):
    try: yield from persist('transactions.record', transactionId=j['tx'], buyerId=j['buyer'], listingId=j['listing'], amount=j['amount'], status=status, ref='R' + j['tx'])
    except Refused as e:
        if e.kind != 'conflict': raise
        if then_update: yield from persist('transactions.update', transactionId=j['tx'], status=status, ref='U' + j['tx'] + status)
def gone(j):
    try: return (yield from persist('listing.get', n=4, listingId=j['listing']))['status'] != 'published'
    except Refused: return True
def drive(j):
    if j['step'] == 'new':
        if opt['order'] == 'record': yield from record(j, 'pending', False)
        if not (yield from persist('wallet.find', ref='D' + j['tx']))['entry']:
            if opt['withdrawn'] == 'recheck' and (yield from gone(j)): return (yield from finish(j, 'failed'))
            if not (yield from move('wallet.debit', 0, 0, accountId=j['buyer'], amount=j['amount'], transactionId=j['tx'], ref='D' + j['tx'])): return (yield from finish(j, 'failed'))
        j['step'] = 'paid'; yield from save(j)
    if j['step'] == 'paid':
        if opt['withdrawn'] == 'refund' and (yield from gone(j)): j['step'] = 'refund'
        else:
            done = yield from move('wallet.credit', int(opt['retries']), 1000 * int(opt['wait']), accountId=j['owner'], amount=j['amount'], transactionId=j['tx'], ref='C' + j['tx'])
            j['step'] = 'done' if done else dict(park='park', rollback='refund', event='event')[opt['credit']]
        yield from save(j)
    if j['step'] == 'refund':
        yield from refund(j); return (yield from finish(j, 'failed'))
    if j['step'] == 'event':
        yield from persist('events.publish', type='compensation.needed', transactionId=j['tx'], amount=j['amount'], ref='E' + j['tx']); return (yield from finish(j, 'failed'))
    return (yield from finish(j, 'parked' if j['step'] == 'park' else 'completed'))
def refund(j): yield from persist('wallet.credit', n=12, accountId=j['buyer'], amount=j['amount'], transactionId=j['tx'], ref='B' + j['tx'])
def tell(j, to, kind): yield from call('notify', to=to, kind='purchase.' + kind, transactionId=j['tx'], ref='N' + j['tx'] + to + kind)
def finish(j, status):
    if opt['order'] == 'record': yield from persist('transactions.update', transactionId=j['tx'], status=status, ref='U' + j['tx'] + status)
    else: yield from record(j, status, True)
    people = [j['buyer']] if status == 'failed' else [j['buyer'], j['owner']]
    for to in people:
        try: yield from tell(j, to, status)
        except Refused as e:
            if e.kind not in SOFT: continue
            if opt['notify'] == 'fails' and status == 'completed' and e.kind == 'unavailable':
                j['step'] = 'undo'; yield from save(j); return (yield from undo(j))
            j['left'].append([to, status])
    j['answer'] = dict(status=status, transactionId=j['tx'])
    if opt['notify'] != 'later': j['left'] = []
    yield from save(j)
    if j['left']: ready.append((later(j), 'new', None))
    return j['answer']
def undo(j):
    try: yield from persist('wallet.debit', n=12, accountId=j['owner'], amount=j['amount'], transactionId=j['tx'], ref='O' + j['tx'])
    except Refused: pass
    yield from refund(j)
    yield from persist('transactions.update', transactionId=j['tx'], status='failed', ref='U' + j['tx'] + 'failed')
    for to in (j['buyer'], j['owner']):
        try: yield from tell(j, to, 'failed')
        except Refused: pass
    j['answer'] = dict(status='failed', transactionId=j['tx']); yield from save(j)
    return j['answer']
def later(j):
    for i in range(int(opt['nretries'])):
        if not j['left']: break
        yield from sleep(1000 * int(opt['nwait']))
        for n in list(j['left']):
            try: yield from tell(j, *n)
            except Refused as e:
                if e.kind in SOFT: continue
            j['left'].remove(n)
        yield from save(j)
    j['left'] = []; yield from save(j)
def recover():
    for e in (yield from persist('store.list', prefix='purchase:'))['entries']:
        j = e['value']
        if not j['answer']:
            try:
                if j['step'] == 'undo': yield from undo(j)
                else: yield from drive(j)
            except Refused: pass
        elif j['left']: ready.append((later(j), 'new', None))
def drain():
    while ready:
        t, v, e = ready.pop(0)
        if v == 'new': Task(t)
        else: t.step(v, e)
for line in sys.stdin:
    m = json.loads(line)
    if m.get('method') == 'sync': drain(); out(dict(id=m['id'], result=None))
    elif 'method' in m:
        def done(v, e, id=m['id']): out(dict(id=id, error=dict(code=-32603, message=str(e)))) if e else out(dict(id=id, result=v))
        if m['method'] == 'start': Task(recover(), done)
        elif m['method'] == 'purchase.requested': Task(purchase(m.get('params'), m['id']), done)
        else: out(dict(id=m['id'], error=dict(code=-32601, message='unknown method')))
    else:
        t = waiting.pop(m.get('id'), None)
        if t: t.step(m.get('result'), Refused(m['error']) if m.get('error') else None)
    drain()
