// What is believed about where a request came from. The socket is the truth; a proxy's headers are believed only
// when the operator said that there is one. The result travels in headers a client cannot set.
import type { IncomingMessage } from 'node:http';

export interface ForwardingRules {
	trustProxy: boolean;
	/** Names this server answers to; empty: every name. `*.example.org` covers its subdomains. */
	allowedHosts: readonly string[];
}
export type BadRequest = 'bad-host' | 'foreign-host';

/** Names of the headers the web framework reads; always overwritten here. */
export const FORWARDED = {
	protocol: 'x-forkpoint-protocol',
	host: 'x-forkpoint-host',
	address: 'x-forkpoint-address',
} as const;

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,253})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** What a browser on this machine calls it. */
export const LOOPBACK_HOSTS = ['localhost', '*.localhost', '127.0.0.1', '[::1]'] as const;

/** Sets the trusted headers, or says why the request must not be answered. */
export function applyForwarding(request: IncomingMessage, rules: ForwardingRules): BadRequest | null {
	const { headers } = request;
	const host = (rules.trustProxy && first(headers['x-forwarded-host'])) || headers.host || '';
	if (!HOST.test(host)) return 'bad-host';
	if (!isAllowed(host, rules.allowedHosts)) return 'foreign-host';
	const protocol = rules.trustProxy && first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
	headers[FORWARDED.protocol] = protocol;
	headers[FORWARDED.host] = host.toLowerCase();
	headers[FORWARDED.address] = addressOf(request, rules.trustProxy);
	return null;
}

function isAllowed(host: string, allowed: readonly string[]): boolean {
	if (allowed.length === 0) return true;
	const name = host.toLowerCase().replace(/:\d+$/, '');
	return allowed.some((entry) => (entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry));
}

/** The proxy appends the peer it saw: only the last entry was not written by the client. */
function addressOf(request: IncomingMessage, trustProxy: boolean): string {
	const forwarded = trustProxy ? last(request.headers['x-forwarded-for']) : undefined;
	return (forwarded ?? request.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
}

const list = (value: string | string[] | undefined): string[] =>
	(Array.isArray(value) ? value.join(',') : (value ?? '')).split(',').map((part) => part.trim());
const first = (value: string | string[] | undefined): string | undefined => list(value)[0] || undefined;
const last = (value: string | string[] | undefined): string | undefined => list(value).at(-1) || undefined;
