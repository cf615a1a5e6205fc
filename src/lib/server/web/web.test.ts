import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { applyForwarding, FORWARDED, LOOPBACK_HOSTS, type ForwardingRules } from './forwarding.ts';
import { refusalOf } from './guard.ts';
import { secureHeaders, withStyleNonce } from './response-headers.ts';

const OWN = 'http://192.168.1.5:3000';
const request = (method: string, headers: Record<string, string> = {}) =>
	new Request(`${OWN}/x`, { method, headers });
const refused = (method: string, headers: Record<string, string> = {}) =>
	refusalOf(request(method, headers), OWN, 100);

describe('a write', () => {
	it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('by %s from another site is refused, JSON too', (method) => {
		const type = { 'content-type': 'application/json' };
		expect(refused(method, { ...type, origin: 'http://evil.example' })).toBe('cross-site');
		expect(refused(method, { ...type, origin: 'http://192.168.1.5:3001' })).toBe('cross-site');
		expect(refused(method, { ...type, origin: 'https://192.168.1.5:3000' })).toBe('cross-site');
		expect(refused(method, { ...type, origin: 'null' })).toBe('cross-site');
		expect(refused(method, { ...type, 'sec-fetch-site': 'same-site' })).toBe('cross-site');
	});
	it('of the own page over plain http, or of a program that is no browser, is let in', () => {
		expect(refused('POST', { origin: OWN })).toBeNull();
		expect(refused('POST', { 'sec-fetch-site': 'same-origin' })).toBeNull();
		expect(refused('DELETE')).toBeNull();
	});
	it('that is too large is refused', () => {
		expect(refused('PUT', { 'content-length': '101' })).toBe('too-long');
		expect(refused('PUT', { 'content-length': '100' })).toBeNull();
	});
	it('is not what a link from another site makes', () => {
		expect(refused('GET', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' })).toBeNull();
	});
});

describe('forwarding', () => {
	function apply(headers: IncomingMessage['headers'], rules: Partial<ForwardingRules> = {}) {
		const incoming = {
			headers: { ...headers },
			socket: { remoteAddress: '::ffff:10.0.0.9' },
		} as IncomingMessage;
		const problem = applyForwarding(incoming, { trustProxy: false, allowedHosts: [], ...rules });
		const {
			[FORWARDED.protocol]: protocol,
			[FORWARDED.host]: host,
			[FORWARDED.address]: address,
		} = incoming.headers;
		return problem ?? [protocol, host, address];
	}
	const forged = {
		host: 'Laptop:3000',
		'x-forwarded-proto': 'https',
		'x-forwarded-host': 'other.example',
		'x-forwarded-for': '1.2.3.4, 5.6.7.8',
		[FORWARDED.protocol]: 'https',
		[FORWARDED.host]: 'other.example',
		[FORWARDED.address]: '1.2.3.4',
	};
	it('believes only the socket without a proxy', () => {
		expect(apply(forged)).toEqual(['http', 'laptop:3000', '10.0.0.9']);
	});
	it('believes a trusted proxy, and of the addresses only the one it added', () => {
		expect(apply(forged, { trustProxy: true })).toEqual(['https', 'other.example', '5.6.7.8']);
		expect(apply({ host: 'laptop' }, { trustProxy: true })).toEqual(['http', 'laptop', '10.0.0.9']);
	});
	it.each(['', 'a b', 'evil.example/path', 'user@host', 'host:port', '../x', '[::1'])(
		'refuses the host "%s"',
		(host) => {
			expect(apply({ host })).toBe('bad-host');
		},
	);
	it('answers only to its own names', () => {
		const rules = { allowedHosts: LOOPBACK_HOSTS };
		for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'a.localhost'])
			expect(apply({ host }, rules)).toEqual(['http', host, '10.0.0.9']);
		for (const host of ['evil.example', 'notlocalhost', '127.0.0.1.evil.example'])
			expect(apply({ host }, rules)).toBe('foreign-host');
	});
});

describe('answers', () => {
	it('are neither stored, framed nor sniffed, unless the route said how long they are good', () => {
		const { headers } = secureHeaders(new Response('x'), false);
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('x-frame-options')).toBe('DENY');
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.has('strict-transport-security')).toBe(false);
		const kept = secureHeaders(new Response('x', { headers: { 'cache-control': 'max-age=60' } }), true);
		expect(kept.headers.get('cache-control')).toBe('max-age=60');
		expect(kept.headers.has('strict-transport-security')).toBe(true);
	});
	it('let code with the page nonce add styles', () => {
		expect(withStyleNonce("script-src 'self' 'nonce-abc'; style-src 'self'; img-src *")).toBe(
			"script-src 'self' 'nonce-abc'; style-src 'self' 'nonce-abc'; img-src *",
		);
		expect(withStyleNonce("style-src 'self'")).toBe("style-src 'self'");
		const inDevelopment = "script-src 'nonce-abc'; style-src 'self' 'unsafe-inline'";
		expect(withStyleNonce(inDevelopment)).toBe(inDevelopment);
	});
});
