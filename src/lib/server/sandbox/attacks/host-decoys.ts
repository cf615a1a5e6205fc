// Harmless stand-ins on the host for what an attacker would look for: services, secrets, a neighbour, a process.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Facts } from './attack.ts';

/** Found in anything that came out of a sandbox, it proves that a secret of the host was read. */
export const secretToken = () => `forkpoint-secret-${randomBytes(12).toString('hex')}`;

export interface Decoys {
	readonly folder: string;
	readonly token: string;
	/** A new workspace beside the one of the neighbour. */
	workspace(): string;
	/** Facts for one trial, with a process of its own to aim at. */
	facts(marker: string): Facts;
	decoyIsAlive(): boolean;
	victimIsUntouched(): boolean;
	hostFolderIsEmpty(): boolean;
	close(): Promise<void>;
}

function lanAddress(): string {
	const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
	return addresses.find((address) => !address.internal && address.family === 'IPv4')?.address ?? '';
}

async function listen(server: net.Server, where: net.ListenOptions): Promise<net.Server | null> {
	server.listen(where);
	try {
		await once(server, 'listening');
		return server;
	} catch {
		return null;
	}
}

function greeter(): net.Server {
	return net.createServer((socket) => socket.on('error', () => undefined).end('welcome'));
}

async function openServices(folder: string) {
	const abstractName = `forkpoint/.X11-unix/${randomBytes(6).toString('hex')}`;
	const socketPath = path.join(folder, 'system_bus_socket');
	const everywhere = await listen(greeter(), { host: '0.0.0.0', port: 0 });
	const address = everywhere?.address();
	const tcpPort = typeof address === 'object' && address ? address.port : 0;
	const others = [
		await listen(greeter(), { host: '::1', port: tcpPort, ipv6Only: true }),
		await listen(greeter(), { path: socketPath }),
		await listen(greeter(), { path: `\0${abstractName}` }),
	];
	fs.chmodSync(socketPath, 0o777);
	const udp = dgram.createSocket('udp4');
	udp.on('message', (_, from) => udp.send('welcome', from.port, from.address));
	udp.bind(0, '127.0.0.1');
	await once(udp, 'listening');
	const close = () => {
		for (const server of [everywhere, ...others]) server?.close();
		udp.close();
	};
	return { tcpPort, udpPort: udp.address().port, abstractName, socketPath, lanAddress: lanAddress(), close };
}

function writeOpen(file: string, content: string): string {
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, content);
	fs.chmodSync(file, 0o666);
	for (let folder = path.dirname(file); folder.includes('forkpoint-attacks-'); folder = path.dirname(folder))
		fs.chmodSync(folder, 0o777);
	return file;
}

export async function openDecoys(): Promise<Decoys> {
	const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'forkpoint-attacks-'));
	const token = secretToken();
	const { close: closeServices, ...services } = await openServices(folder);
	const secretFile = writeOpen(path.join(folder, 'vault', 'secret.txt'), token);
	const homeFile = writeOpen(path.join(folder, 'home', '.ssh', 'id_ed25519'), token);
	const projectFile = writeOpen(path.join(folder, 'project', '.forkpoint', 'password'), token);
	const victimFile = writeOpen(path.join(folder, 'victim.txt'), 'untouched');
	const workspacesFolder = path.join(folder, 'workspaces');
	writeOpen(path.join(workspacesFolder, 'other-entry', 'SPEC.md'), token);
	const hostFolder = path.join(folder, 'open');
	fs.mkdirSync(hostFolder);
	fs.chmodSync(hostFolder, 0o777);
	const decoyMark = `forkpoint-decoy-${randomBytes(6).toString('hex')}`;
	let decoy: ChildProcess | null = null;
	const freshDecoy = () => {
		if (decoy && decoy.exitCode === null && decoy.signalCode === null) return decoy;
		const program = ['-e', 'setInterval(() => {}, 1000)', decoyMark];
		decoy = spawn(process.execPath, program, { stdio: 'ignore', env: { FORKPOINT_KEY: token } });
		return decoy;
	};
	return {
		folder,
		token,
		workspace() {
			return fs.mkdtempSync(path.join(workspacesFolder, 'entry-'));
		},
		facts: (marker) => ({
			...services,

			secretFile,
			homeFile,
			projectFile,
			workspacesFolder,
			victimFile,
			hostFolder,
			decoyPid: freshDecoy().pid ?? 0,
			decoyMark,
			environmentSecret: token,
			nodeInside: '/opt/forkpoint/bin/node',
			marker,
		}),
		decoyIsAlive: () => decoy !== null && decoy.exitCode === null && decoy.signalCode === null,
		victimIsUntouched: () => fs.readFileSync(victimFile, 'utf8') === 'untouched',
		hostFolderIsEmpty: () => fs.readdirSync(hostFolder).length === 0,
		async close() {
			closeServices();
			decoy?.kill('SIGKILL');
			await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}
