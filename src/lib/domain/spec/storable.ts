// Text as it is kept: line ends are LF, and nothing that cannot be stored or encoded. The browser applies it before it
// saves, so that what it shows and what was hashed are the same.
export const storable = (text: string): string =>
	text.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed();
