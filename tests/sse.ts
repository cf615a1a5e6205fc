// Reads server-sent events from a Response, one message at a time.
export interface SseMessage {
	id: string | null;
	event: string;
	data: string;
}
export interface SseReader {
	/** The next message of this event type; other types are skipped. Null when the stream ended. */
	next(event: string): Promise<SseMessage | null>;
	cancel(): Promise<void>;
}

export function readSse(response: Response): SseReader {
	if (!response.body) throw new Error('The response has no body.');
	const reader = response.body.getReader();
	const decoder = new TextDecoder();
	let text = '';
	async function nextBlock(): Promise<string | null> {
		for (;;) {
			const end = text.indexOf('\n\n');
			if (end !== -1) {
				const block = text.slice(0, end);
				text = text.slice(end + 2);
				return block;
			}
			const { done, value } = await reader.read();
			if (done) return null;
			text += decoder.decode(value, { stream: true });
		}
	}
	return {
		async next(event) {
			for (let block = await nextBlock(); block !== null; block = await nextBlock()) {
				const message = parse(block);
				if (message.event === event) return message;
			}
			return null;
		},
		cancel: () => reader.cancel(),
	};
}

function parse(block: string): SseMessage {
	const fields = new Map<string, string>();
	for (const line of block.split('\n')) {
		const colon = line.indexOf(': ');
		if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
	}
	return {
		id: fields.get('id') ?? null,
		event: fields.get('event') ?? 'message',
		data: fields.get('data') ?? '',
	};
}
