import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findProgram, instructionsFor } from './system-packages.mjs';

it('finds an executable file on the given path, and neither a folder nor a plain file of that name', () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forkpoint-path-'));
	try {
		fs.writeFileSync(path.join(folder, 'fp-tool'), '', { mode: 0o755 });
		fs.writeFileSync(path.join(folder, 'fp-plain'), '', { mode: 0o644 });
		fs.mkdirSync(path.join(folder, 'fp-folder'));
		expect(findProgram('fp-tool', folder)).toBe(path.join(folder, 'fp-tool'));
		expect(findProgram('fp-plain', folder)).toBeNull();
		expect(findProgram('fp-folder', folder)).toBeNull();
	} finally {
		fs.rmSync(folder, { recursive: true });
	}
});

it('tells each distribution its own command', () => {
	expect(instructionsFor(['bubblewrap', 'chromium'], 'debian', false)).toBe(
		'as root: apt-get update && apt-get install -y --no-install-recommends bubblewrap chromium',
	);
	expect(instructionsFor(['bubblewrap'], 'fedora', false)).toBe('as root: dnf install -y bubblewrap');
	expect(instructionsFor(['bubblewrap'], null, false)).toBe('install with your package manager: bubblewrap');
});

it('sends Ubuntu to a browser that is no snap', () => {
	const text = instructionsFor(['bubblewrap', 'chromium'], 'debian', true);
	expect(text).toContain('--no-install-recommends bubblewrap\n');
	expect(text).toContain('npx playwright install --with-deps chromium');
});
