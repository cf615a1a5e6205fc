// The headings a spec may start from. They are ordinary text: the author may delete them.

interface Heading {
	title: string;
	/** A question under the heading, as a Markdown comment that no reader of the spec sees. */
	ask: string;
}

export const TEMPLATE_HEADINGS: readonly Heading[] = [
	{ title: 'Trigger', ask: 'What starts it?' },
	{ title: 'Actors', ask: 'Who and what takes part?' },
	{ title: 'Steps', ask: 'In which order?' },
	{ title: 'Failures', ask: 'For each step that can fail: what then?' },
	{ title: 'Invariants', ask: 'What must hold at every moment?' },
	{ title: 'Interfaces', ask: 'Which calls, with which answers?' },
	{ title: 'Out of scope', ask: 'What shall not be built?' },
];

/** The text a new spec starts from; choice points add a heading each where they stand inside the template. */
export function specTemplate(choicePoints: readonly { title: string }[] = []): string {
	const headings = TEMPLATE_HEADINGS.map(({ title }) => title);
	const forks = choicePoints.map(({ title }) => title);
	const at = headings.indexOf('Invariants');
	return [...headings.slice(0, at), ...forks, ...headings.slice(at)]
		.map((title) => `# ${title}\n\n`)
		.join('\n');
}
