// An HTTP status as three sentences a person can act on.

export interface ErrorText {
	title: string;
	what: string;
	now: string;
}

const GENERIC = new Set([
	'',
	'Not Found',
	'Internal Error',
	'Forbidden',
	'Unauthorized',
	'Bad Request',
	'Error',
]);

const KNOWN: Record<number, ErrorText> = {
	400: {
		title: 'That request could not be read',
		what: 'Something in the address or the form was not as expected.',
		now: 'Go back, check what you entered and send it again.',
	},
	401: {
		title: 'You are not signed in',
		what: 'This page needs to know who you are, and this browser has no valid session.',
		now: 'Join again with the code, or sign in as a facilitator.',
	},
	403: {
		title: 'This is not yours to open',
		what: 'You are known here, but this page belongs to someone else or to another phase.',
		now: 'Go back to where you were. If it should be open to you, ask the facilitator.',
	},
	404: {
		title: 'There is nothing at this address',
		what: 'The link may be old or mistyped, or what it led to was removed.',
		now: 'Check the address, or start again from the code on the screen.',
	},
	413: {
		title: 'That is too large',
		what: 'The server did not accept it, and nothing was changed.',
		now: 'Make it smaller and send it again. Your text is still in the form.',
	},
	429: {
		title: 'Too many tries',
		what: 'The same thing was tried too often in a short time.',
		now: 'Wait a minute, then try again.',
	},
	503: {
		title: 'The server is busy or starting',
		what: 'It could not answer just now. Nothing that was saved is lost.',
		now: 'Wait a few seconds and try again.',
	},
};

const FAILED: ErrorText = {
	title: 'Something failed on our side',
	what: 'The server could not finish this. Nothing that was saved is lost.',
	now: 'Try again. If it happens again, give the error id below to whoever runs this server.',
};

const REFUSED: ErrorText = {
	title: 'That did not work',
	what: 'The server refused this request.',
	now: 'Go back and try again.',
};

/** `message` is the server's own sentence; it replaces the general one unless it is only the status in words. */
export function explain(status: number, message?: string): ErrorText {
	const text = KNOWN[status] ?? (status >= 500 ? FAILED : REFUSED);
	return message && status < 500 && !GENERIC.has(message) ? { ...text, what: message } : text;
}
