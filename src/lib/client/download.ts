// Gives text to the author as a file, without asking the server for anything.
export function downloadText(name: string, text: string, type = 'text/markdown'): void {
	const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
	const link = Object.assign(document.createElement('a'), { href: url, download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
