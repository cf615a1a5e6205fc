// Chosen parameters in one line: ", retries 3, wait 30".
export const parametersText = (parameters: Record<string, number>): string =>
	Object.entries(parameters)
		.map(([id, value]) => `, ${id.replaceAll('-', ' ')} ${value}`)
		.join('');
