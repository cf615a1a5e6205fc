// Asking about the requirement. Answers reach the asker with the frame of the room.
import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';

export const askSchema = z.object({
	question: z.string().trim().min(1, 'Type your question.').max(LIMITS.text.clarification),
});
export type Ask = z.infer<typeof askSchema>;
