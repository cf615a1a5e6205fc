// The production web server: the built application behind plain node:http, with a graceful end.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { applyForwarding, type BadRequest, type ForwardingRules } from './forwarding.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface WebServer {
	port: number;
	/** Lets open requests finish for a moment, then ends them. End the event streams first. */
	close(): Promise<void>;
}
export interface ListenOptions extends ForwardingRules {
	host: string;
	port: number;
	/** Ports to try after `port` when it is taken. */
	alternatives: number;
}

/** No port of the range is free. */
export class PortInUseError extends Error {
	override name = 'PortInUseError';
}

const CLOSE_TIMEOUT_MS = 5_000;
const SENTENCES: Record<BadRequest, string> = {
	'bad-host': 'The Host header of this request makes no sense.',
	'foreign-host':
		'This server does not answer to that host name. The operator can add it to FORKPOINT_HOSTS (comma separated).',
};

export async function listen(handler: Handler, options: ListenOptions): Promise<WebServer> {
	const server = createServer((request, response) => {
		const problem = applyForwarding(request, options);
		if (problem) return plain(response, problem === 'bad-host' ? 400 : 421, SENTENCES[problem]);
		handler(request, response, () => plain(response, 404, 'Not found.'));
	});
	server.requestTimeout = 60_000;
	server.headersTimeout = 20_000;
	server.keepAliveTimeout = 20_000;
	const port = await firstFreePort(server, options);
	return {
		port,
		async close() {
			const closed = once(server, 'close');
			server.close();
			server.closeIdleConnections();
			const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
			await closed;
			clearTimeout(timer);
		},
	};
}

async function firstFreePort(server: Server, { host, port, alternatives }: ListenOptions): Promise<number> {
	for (let candidate = port; candidate <= port + alternatives; candidate++) {
		server.listen(candidate, host);
		try {
			await once(server, 'listening');
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
			continue;
		}
		const address = server.address();
		if (address === null || typeof address === 'string') throw new Error('The server has no port.');
		return address.port;
	}
	const range = alternatives === 0 ? `Port ${port} is` : `Ports ${port} to ${port + alternatives} are`;
	throw new PortInUseError(`${range} in use on ${host}.`);
}

function plain(response: ServerResponse, status: number, text: string): void {
	response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
	response.end(`${text}\n`);
}
