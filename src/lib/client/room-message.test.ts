import { describe, expect, it } from 'vitest';
import { ephemeralEventSchema, roomEventSchema } from '../contract/events.ts';
import { readEphemeral, readFrame, readRoomEvent } from './room-message.ts';

const typesOf = (schema: { options: readonly { shape: { type: { value: string } } }[] }) =>
	schema.options.map((option) => option.shape.type.value);

describe('a message from the room', () => {
	it.each(typesOf(roomEventSchema))('is read: %s', (type) => {
		const message = { seq: 3, at: 5, event: { type } };
		expect(readRoomEvent(JSON.stringify(message))).toEqual(message);
	});

	it.each(typesOf(ephemeralEventSchema))('is read in passing: %s', (type) => {
		expect(readEphemeral(JSON.stringify({ type }))).toEqual({ type });
	});

	it.each([
		'',
		'{',
		'null',
		'[]',
		'{"seq":1,"at":1}',
		'{"seq":"1","at":1,"event":{"type":"round.paused"}}',
		'{"seq":1,"at":1,"event":{"type":"of.a.newer.server"}}',
		'{"seq":1,"at":1,"event":{"type":"toString"}}',
	])('that cannot be understood is said to be so: %s', (data) => {
		expect(readRoomEvent(data)).toBeNull();
		expect(readEphemeral(data)).toBeNull();
	});

	it('takes no refusal for a frame', () => {
		expect(readFrame({ reason: 'removed', message: 'You were removed.' })).toBeNull();
	});
});
