import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { makeCertificate } from "#test/dovecot/certificate.ts";
import { createSlots } from "../slots/slots.ts";
import type { AddressRules } from "./address-guard.ts";
import { createGuardedTcp, type TcpRequest } from "./guarded-tcp.ts";

/** The only address of this machine that the rules allow. */
const PUBLIC = "127.0.0.2";

let server: Server;
let folder: string;
let certificate: string;
let key: string;
let port = 0;
/** What the server does with a connection. */
let behave: (socket: Socket) => void;
const connected: Socket[] = [];
/** What a name resolves to, one answer per query; the last one remains. */
let answers: string[][] = [];
let queries = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "mailstead-tcp-"));
	certificate = await makeCertificate(folder, ["mx.test"]);
	key = await readFile(join(folder, "key.pem"), "utf8");
	server = createServer((socket) => {
		connected.push(socket);
		socket.on("error", () => undefined);
		behave(socket);
	});
	server.listen(0, "0.0.0.0");
	await once(server, "listening");
	({ port } = server.address() as AddressInfo);
});
afterEach(() => {
	for (const socket of connected.splice(0)) socket.destroy();
});
afterAll(async () => {
	server.close();
	await rm(folder, { recursive: true, force: true });
});

const rules: AddressRules = {
	allowPrivateHosts: false,
	also: { addresses: new Set([PUBLIC]), ports: new Set() },
	resolve: async () =>
		(answers[Math.min(queries++, answers.length - 1)] ?? []).map((address) => ({ address, family: 4 })),
};
const slots = createSlots({ perKey: 2, total: 10 });
const tcp = createGuardedTcp(rules, slots);

function open(request: TcpRequest = {}, ...addresses: string[][]) {
	answers = addresses.length === 0 ? [[PUBLIC]] : addresses;
	queries = 0;
	return tcp("mx.test", port, request);
}

it("speaks SMTP and upgrades to TLS with the verified name", async () => {
	behave = smtp;
	const connection = await open();
	expect(await connection.readLine()).toBe("220 mx.test ESMTP");
	await connection.write("EHLO here.test\r\n");
	expect([await connection.readLine(), await connection.readLine()]).toEqual(["250-mx.test", "250 STARTTLS"]);
	await connection.write("STARTTLS\r\n");
	expect(await connection.readLine()).toBe("220 go ahead");
	const session = await connection.startTls({ servername: "mx.test", ca: certificate });
	expect(session).toMatchObject({ protocol: "TLSv1.3", isVerified: true, verifyError: null });
	expect(session.certificate?.names).toContain("DNS:mx.test");
	await connection.write("NOOP\r\n");
	expect(await connection.readLine()).toBe("250 encrypted");
	expect(connection).toMatchObject({ remoteAddress: PUBLIC, remotePort: port });
	connection.close();
	expect(slots.inUse).toBe(0);
});

it("rejects certificates of other names, unless the caller only looks", async () => {
	behave = smtp;
	const upgrade = async (options: { servername: string; verify?: boolean }) => {
		const connection = await open();
		try {
			await connection.readLine();
			await connection.write("STARTTLS\r\n");
			await connection.readLine();
			return await connection.startTls({ ...options, ca: certificate });
		} finally {
			connection.close();
		}
	};
	await expect(upgrade({ servername: "other.test" })).rejects.toMatchObject({ code: "tls-failed" });
	expect(await upgrade({ servername: "other.test", verify: false })).toMatchObject({
		isVerified: false,
		verifyError: "ERR_TLS_CERT_ALTNAME_INVALID",
	});
});

it("refuses plaintext sent before TLS, which may be injected", async () => {
	behave = (socket) => void socket.write("220 mx.test\r\n220 go ahead\r\n250 injected\r\n");
	const connection = await open();
	await connection.readLine();
	await connection.readLine();
	await expect(connection.startTls({ servername: "mx.test" })).rejects.toMatchObject({ code: "tls-failed" });
	await expect(connection.readLine()).rejects.toMatchObject({ code: "tls-failed" });
});

it("connects with implicit TLS", async () => {
	behave = (socket) => void secureServer(socket).write("* OK\r\n");
	const connection = await open({ tls: { servername: "mx.test", ca: certificate } });
	expect(connection.tls).toMatchObject({ isVerified: true });
	expect(await connection.readLine()).toBe("* OK");
	connection.close();
});

it("connects nowhere when one of the addresses is private", async () => {
	behave = () => undefined;
	await expect(open({}, [PUBLIC, "10.0.0.1"])).rejects.toMatchObject({ code: "host-not-allowed" });
	for (const host of ["127.0.0.1", "169.254.169.254", "[::1]", "::ffff:10.0.0.1", "0.0.0.0"])
		await expect(tcp(host, port)).rejects.toMatchObject({ code: "host-not-allowed" });
	expect(connected).toHaveLength(0);
});

it("connects to the address it checked, whatever the name resolves to afterwards", async () => {
	behave = (socket) => void socket.end("hello\r\n");
	const connection = await open({}, [PUBLIC], ["127.0.0.1"]);
	expect(connection.remoteAddress).toBe(PUBLIC);
	expect(queries).toBe(1);
	expect([await connection.readLine(), await connection.readLine(), await connection.read()]).toEqual([
		"hello",
		null,
		null,
	]);
	connection.close();
});

it("names each failure", async () => {
	const closed = createServer();
	closed.listen(0, PUBLIC);
	await once(closed, "listening");
	const { port: unused } = closed.address() as AddressInfo;
	closed.close();
	await once(closed, "close");
	await expect(tcp(PUBLIC, unused)).rejects.toMatchObject({ code: "connection-refused" });
	await expect(open({}, [])).rejects.toMatchObject({ code: "unreachable" });
	behave = (socket) => void socket.on("data", () => socket.resetAndDestroy());
	const reset = await open();
	await reset.write("x");
	await expect(reset.read()).rejects.toMatchObject({ code: "connection-closed" });
	expect(slots.inUse).toBe(0);
});

it("limits silence, the whole time, and the bytes received", async () => {
	behave = () => undefined;
	const silent = await open({ silenceMs: 50 });
	await expect(silent.read()).rejects.toMatchObject({ code: "timed-out" });
	behave = (socket) => void socket.write("x");
	const slow = await open({ totalMs: 100 });
	await slow.read();
	await expect(slow.read()).rejects.toMatchObject({ code: "timed-out" });
	behave = (socket) => void socket.write("x".repeat(100_000));
	const flooded = await open({ maxBytes: 1_000 });
	await expect(flooded.readLine()).rejects.toMatchObject({ code: "too-large" });
	await expect(open({ tls: { servername: "mx.test" }, silenceMs: 50 })).rejects.toMatchObject({ code: "tls-failed" });
	expect(slots.inUse).toBe(0);
});

it("limits connections per host and frees them on abort", async () => {
	behave = () => undefined;
	const caller = new AbortController();
	const first = await open({ signal: caller.signal });
	const second = await open();
	let hasThird = false;
	const third = open().then((connection) => {
		hasThird = true;
		return connection;
	});
	await vi.waitFor(() => expect(connected).toHaveLength(2));
	expect(hasThird).toBe(false);
	const reading = first.read();
	caller.abort(new Error("enough"));
	await expect(reading).rejects.toThrow("enough");
	(await third).close();
	second.close();
	expect(slots.inUse).toBe(0);
});

function smtp(socket: Socket): void {
	socket.write("220 mx.test ESMTP\r\n");
	socket.on("data", (bytes) => {
		const text = bytes.toString();
		if (text.startsWith("EHLO")) socket.write("250-mx.test\r\n250 STARTTLS\r\n");
		if (!text.startsWith("STARTTLS")) return;
		socket.removeAllListeners("data");
		socket.write("220 go ahead\r\n");
		const secured = secureServer(socket);
		secured.on("data", () => secured.write("250 encrypted\r\n"));
	});
}

function secureServer(socket: Socket): TLSSocket {
	const secured = new TLSSocket(socket, { isServer: true, key, cert: certificate });
	secured.on("error", () => undefined);
	return secured;
}
