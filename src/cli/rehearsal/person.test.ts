import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RoomEvent } from '../../lib/contract/events.ts';
import { Person, RefusedError } from './person.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Answers the nth request with the nth answer, and keeps what was asked. */
async function serve(...answers: ((response: ServerResponse) => void)[]) {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		answers[asked.length - 1]?.(response);
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { asked, person: new Person(`http://127.0.0.1:${port}`, 'Ann', () => undefined) };
}

const message = (seq: number, name: string) => {
	const event: RoomEvent = { type: 'participant.renamed', participantId: 'p', name };
	return `id: ${seq}\nevent: room\ndata: ${JSON.stringify({ seq, at: 1, event })}\n\n`;
};

describe('listening to a room', () => {
	it('goes on after the last event heard when the server ends the stream, and when the line breaks', async () => {
		const { asked, person } = await serve(
			(response) => response.end(`event: beat\ndata: 1\n\n${message(5, 'first')}`),
			(response) => response.write(message(9, 'second'), () => response.destroy()),
			(response) => response.write(message(12, 'third')),
		);
		const stop = new AbortController();
		const heard: string[] = [];
		const listening = person.listen(
			'CODE',
			2,
			(event) => {
				heard.push('name' in event ? event.name : event.type);
				if (heard.length === 3) stop.abort();
			},
			stop.signal,
		);
		await expect(listening).rejects.toThrow('aborted');
		expect(heard).toEqual(['first', 'second', 'third']);
		expect(asked.map((url) => new URL(url, 'http://x').searchParams.get('after'))).toEqual(['2', '5', '9']);
	});

	it('fails when the stream is refused', async () => {
		const { person } = await serve((response) => response.writeHead(404).end());
		const listening = person.listen('CODE', 0, () => undefined, new AbortController().signal);
		await expect(listening).rejects.toThrow(RefusedError);
	});
});
