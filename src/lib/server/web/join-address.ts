// The address people type or scan to join, as this request reached the server.
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const joinAddress = (url: URL, code: string): { joinUrl: string; isLocal: boolean } => ({
	joinUrl: new URL(`/join/${code}`, url.origin).href,
	isLocal: LOOPBACK.test(url.hostname),
});
