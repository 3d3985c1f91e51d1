import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openSieve, SieveError } from "./client.ts";
import { NoSieve, readLine, written } from "./responses.ts";

const GREETING =
	'"IMPLEMENTATION" "Test"\r\n"SASL" "PLAIN"\r\n"SIEVE" "fileinto include"\r\n"VERSION" "1.0"\r\nOK "Hello"\r\n';

let server: Server | null = null;
afterEach(() => new Promise<void>((end) => (server === null ? end() : server.close(() => end()))));

/** A server with a scripted response per line, sent in small chunks. */
async function serving(greeting: string, answers: Record<string, string>): Promise<number> {
	const open = new Set<Socket>();
	const made = createServer((socket) => {
		open.add(socket);
		socket.on("error", () => undefined);
		const write = (text: string): void => {
			for (let at = 0; at < text.length; at += 7) socket.write(text.slice(at, at + 7));
		};
		write(greeting);
		socket.on("data", (bytes) => {
			const [command = ""] = bytes.toString().split(/\s/);
			write(answers[command] ?? "OK\r\n");
		});
	});
	server = made;
	made.on("close", () => undefined);
	const close = made.close.bind(made);
	made.close = (callback) => {
		for (const socket of open) socket.destroy();
		return close(callback);
	};
	await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
	return (made.address() as AddressInfo).port;
}

/** A server that sends a text again and again. */
async function streaming(text: string): Promise<number> {
	const made = createServer((socket) => {
		socket.on("error", () => undefined);
		const send = (): void => {
			while (!socket.destroyed && socket.write(text));
		};
		socket.on("drain", send);
		send();
	});
	server = made;
	await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
	return (made.address() as AddressInfo).port;
}

const access = (port: number) => ({ address: "127.0.0.1", port, tls: null, username: "ann", password: "secret" });
const open = (port: number) => openSieve(access(port), AbortSignal.timeout(5_000));
const CAPABILITY = '"SIEVE" "fileinto include mailbox"\r\n"VERSION" "1.0"\r\nOK\r\n';

describe("a ManageSieve client", () => {
	test("reads names, scripts and capabilities in every encoding", async () => {
		const script = 'keep; # "quoted" {9}\r\nOK\r\n';
		const LISTSCRIPTS = '"plain"\r\n{5+}\r\ntwo\r\n ACTIVE\r\n"a \\"name\\" \\\\"\r\nOK "Done"\r\n';
		const GETSCRIPT = `{${script.length}}\r\n${script}\r\nOK\r\n`;
		const client = await open(await serving(GREETING, { CAPABILITY, LISTSCRIPTS, GETSCRIPT }));
		expect([...client.extensions]).toEqual(["fileinto", "include", "mailbox"]);
		expect(await client.list()).toEqual([
			{ name: "plain", isActive: false },
			{ name: "two\r\n", isActive: true },
			{ name: 'a "name" \\', isActive: false },
		]);
		expect(await client.read("plain")).toBe(script);
		await client.close();
	});

	test("reports a refusal with its code and text", async () => {
		const PUTSCRIPT = 'NO (QUOTA/MAXSIZE) "Too large,\\\\ really"\r\n';
		const CHECKSCRIPT = "NO {20}\r\nline 1: error\r\nmore!\r\n";
		const client = await open(await serving(GREETING, { CAPABILITY, PUTSCRIPT, CHECKSCRIPT }));
		const put = await client.put("a", "keep;").catch((cause: unknown) => cause);
		expect(put).toMatchObject({ name: "SieveError", code: "QUOTA/MAXSIZE", detail: "Too large,\\ really" });
		await expect(client.check("x")).rejects.toMatchObject({
			code: "",
			detail: "line 1: error more!",
			command: "CHECKSCRIPT",
		});
		await client.close();
	});

	test("aborts when STARTTLS is not offered, or data arrives before TLS is established", async () => {
		const plain = await serving(GREETING, {});
		const secure = (port: number) => openSieve({ ...access(port), tls: {} }, AbortSignal.timeout(5_000));
		await expect(secure(plain)).rejects.toMatchObject({ code: "NO-STARTTLS" });
		server?.close();
		const injected = await serving(GREETING.replace('"SASL"', '"STARTTLS"\r\n"SASL"'), {
			STARTTLS: 'OK\r\n"SIEVE" "x"\r\nOK\r\n',
		});
		await expect(secure(injected)).rejects.toThrow();
	});

	test("sends no password when PLAIN is not offered", async () => {
		const port = await serving(GREETING.replace("PLAIN", "GSSAPI"), {});
		await expect(open(port)).rejects.toMatchObject({ code: "NO-PLAIN" });
	});

	test("fails on servers that are not ManageSieve, say BYE, or never stop sending", async () => {
		await expect(open(await serving("* OK IMAP4rev1 ready\r\n", {}))).rejects.toBeInstanceOf(NoSieve);
		server?.close();
		const busy = open(await serving('BYE (TRYLATER) "Busy"\r\n', {}));
		await expect(busy).rejects.toBeInstanceOf(SieveError);
		await expect(busy).rejects.toMatchObject({ code: "TRYLATER", detail: "Busy" });
		server?.close();
		await expect(open(await serving("{999999999}\r\n", {}))).rejects.toBeInstanceOf(NoSieve);
		server?.close();
		for (const piece of [" ", "a ", '"x" ', '"\n', '"a" "b"\r\n', "(", "{"]) {
			const endless = openSieve(access(await streaming(piece.repeat(1_000))), AbortSignal.timeout(60_000), {
				...{ maxBytes: 10_000, maxMs: 60_000 },
			});
			await expect(endless, piece).rejects.toBeInstanceOf(NoSieve);
			server?.close();
		}
		const slow = openSieve(access(await serving("", {})), AbortSignal.timeout(60_000), { maxBytes: 10, maxMs: 20 });
		await expect(slow).rejects.toMatchObject({ code: "ETIMEDOUT" });
		server?.close();
		server?.close();
		const silent = await serving("", {});
		await expect(openSieve(access(silent), AbortSignal.timeout(200))).rejects.toThrow();
	});
});

test("strings are quoted where allowed, else literals", () => {
	expect(written('a "b" \\')).toBe('"a \\"b\\" \\\\"');
	expect(written("Größe\r\n")).toBe("{9+}\r\nGröße\r\n");
	expect(readLine(Buffer.from('"not ended'))).toBeNull();
	expect(readLine(Buffer.from("OK (TAG {3}"))).toBeNull();
	expect(() => readLine(Buffer.from("{x}\r\n"))).toThrow(NoSieve);
});
