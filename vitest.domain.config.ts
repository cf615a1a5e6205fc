// The pure rules only: what mutation testing runs, without a database.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: { environment: 'node', include: ['src/lib/domain/**/*.test.ts'] },
});
