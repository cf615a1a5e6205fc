// Decides which file names may leave a workspace, and how the others are shown.

const LONGEST_NAME = 255;
// Control characters, and the marks that make a name look like another one on screen.
const UNPRINTABLE = /[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}\ufeff]/u;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The name as text, or null when it may not leave the workspace. */
export function decodeName(name: Buffer): string | null {
	try {
		const text = strictUtf8.decode(name);
		return UNPRINTABLE.test(text) || text.includes('\\') || name.length > LONGEST_NAME ? null : text;
	} catch {
		return null;
	}
}

/** The name for a person to read: bytes that are no printable UTF-8 as \\xNN. */
export function printable(name: Buffer): string {
	const clean = decodeName(name);
	if (clean !== null) return clean;
	return [...name.subarray(0, LONGEST_NAME)]
		.map((byte) =>
			byte > 0x20 && byte < 0x7f && byte !== 0x5c
				? String.fromCharCode(byte)
				: `\\x${byte.toString(16).padStart(2, '0')}`,
		)
		.join('');
}
