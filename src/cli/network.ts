// Addresses under which browsers of the same network reach this machine.
import { networkInterfaces } from 'node:os';

/** IPv4 addresses of this machine that are not loopback, private networks first. */
export function lanAddresses(interfaces = networkInterfaces()): string[] {
	const addresses = Object.values(interfaces)
		.flatMap((list) => list ?? [])
		.filter(
			({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
		)
		.map(({ address }) => address);
	return addresses.sort((a, b) => Number(isPrivate(b)) - Number(isPrivate(a)));
}

const isPrivate = (address: string): boolean => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
