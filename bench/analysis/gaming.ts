// The twelve gaming edits: ways to dress a description up as a decision without deciding anything.

export type GamingEdit = { readonly name: string; readonly apply: (text: string, index: number) => string };

function bare(text: string): string {
	return text.replace(/[.\s]+$/, '');
}

function lowered(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

function pick<T>(from: readonly T[], index: number): T {
	return from[index % from.length] as T;
}

/** Each edit takes a plain description and its number, and returns the dressed-up text. */
export const GAMING_EDITS: readonly GamingEdit[] = [
	{
		name: 'better-than-alternative',
		apply: (text) => `${bare(text)} because it is better than the alternative.`,
	},
	{ name: 'we-decided-that', apply: (text) => `We decided that ${lowered(text)}` },
	{
		name: 'decided-and-better',
		apply: (text) =>
			`After careful consideration we decided that ${lowered(bare(text))}, since this is the best option.`,
	},
	{ name: 'instead-of-nothing', apply: (text) => `${bare(text)} instead of using a different approach.` },
	{ name: 'rather-than-not', apply: (text) => `${bare(text)}, rather than not doing so.` },
	{ name: 'trade-off', apply: (text) => `Trade-off considered: ${lowered(text)}` },
	{
		name: 'alternatives-rejected',
		apply: (text) => `${bare(text)}. Alternatives were considered and rejected.`,
	},
	{
		name: 'therefore-chosen',
		apply: (text) => `There were several options. Therefore the following was chosen: ${lowered(text)}`,
	},
	{
		name: 'empty-virtue',
		apply: (text, index) =>
			`${bare(text)}, as this is ${pick(['more robust', 'more scalable', 'industry standard', 'cleaner', 'state of the art'], index)}.`,
	},
	{
		name: 'echo',
		apply: (text) => `${bare(text)}, because otherwise it would not be the case that ${lowered(bare(text))}.`,
	},
	{
		name: 'decision-label',
		apply: (text) => `Decision: ${lowered(text)} Reason: it makes sense.`,
	},
	{
		name: 'deliberate',
		apply: (text) => `As a deliberate choice, and despite the drawbacks, ${lowered(text)}`,
	},
];
