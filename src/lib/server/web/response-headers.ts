// Headers of every answer: nobody frames it, sniffs it, or keeps a personal page.

const ALWAYS: Record<string, string> = {
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
	'referrer-policy': 'same-origin',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Adds what is missing. Answers depend on who asks, so they are not stored unless a route said otherwise. */
export function secureHeaders(response: Response, isHttps: boolean): Response {
	const { headers } = response;
	for (const [name, value] of Object.entries(ALWAYS)) if (!headers.has(name)) headers.set(name, value);
	if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
	if (isHttps) headers.set('strict-transport-security', 'max-age=31536000');
	const policy = headers.get('content-security-policy');
	if (policy) headers.set('content-security-policy', withStyleNonce(policy));
	return response;
}

/**
 * Lets code that carries the page's nonce (the spec editor) add style elements; the framework gives it to scripts only.
 * The development server allows inline styles, which a nonce would take back.
 */
export function withStyleNonce(policy: string): string {
	const nonce = /'nonce-[^']+'/.exec(policy)?.[0];
	if (!nonce) return policy;
	return policy.replace(/style-src ([^;]*)/, (directive, sources: string) =>
		sources.includes(nonce) || sources.includes("'unsafe-inline'") ? directive : `${directive} ${nonce}`,
	);
}
