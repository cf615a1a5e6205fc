// Kit 3 keeps its options here: a svelte.config.js beside this file would be an error.
import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
	plugins: [
		sveltekit({
			adapter: adapter(),
			// Kit looks only at forms and wants an Origin from programs too; src/lib/server/web/guard.ts looks at every write.
			csrf: { trustedOrigins: ['*'] },
			csp: {
				mode: 'nonce',
				directives: {
					'default-src': ['self'],
					'script-src': ['self'],
					'style-src': ['self'],
					// Bars and clocks are drawn with style attributes; nothing of a participant's goes into one.
					'style-src-attr': ['unsafe-inline'],
					'img-src': ['self', 'data:'],
					'font-src': ['self'],
					'connect-src': ['self'],
					'object-src': ['none'],
					'base-uri': ['none'],
					'form-action': ['self'],
					'frame-ancestors': ['none'],
				},
			},
		}),
	],
	// light-dark() must stay as it is: its substitute follows a CSS property, the theme switch a meta element.
	build: { cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'] },
	server: { port: 3000, host: '127.0.0.1' },
});
