import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { describeIf } from "../../fixtures/only-if.ts";
import { type Dovecot, type MailUser, startDovecot } from "../dovecot/dovecot.ts";
import { dovecotPath } from "../dovecot/program.ts";
import * as misbehaviour from "./misbehaviour.ts";
import { type FaultyImap, startFaultyImap } from "./proxy.ts";
import { type Script, startScriptedImap } from "./script.ts";

/** Other tests may load the machine. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 });

/** Collects a server's output. */
function listen(port: number): { socket: Socket; heard(): string } {
	let text = "";
	const socket = connect(port, "127.0.0.1");
	socket.setEncoding("latin1");
	socket.on("error", () => {});
	socket.on("data", (chunk: string) => {
		text += chunk;
	});
	return { socket, heard: () => text };
}

describeIf(dovecotPath !== null)("a faulty way to a server", () => {
	let dovecot: Dovecot;
	let user: MailUser;
	let faulty: FaultyImap;
	beforeAll(async () => {
		dovecot = await startDovecot({ tls: false });
		user = await dovecot.addUser();
		await dovecot.load(
			user.user,
			Array.from({ length: 20 }, (_, index) => ({ raw: `Subject: ${index}\r\n\r\nBody\r\n` })),
		);
	});
	afterAll(() => dovecot.stop());
	beforeEach(async () => {
		faulty = await startFaultyImap({ host: dovecot.host, port: dovecot.imapPort });
	});
	afterEach(() => faulty.close());

	function client(): ImapFlow {
		const auth = { user: user.user, pass: user.password };
		const flow = new ImapFlow({ host: faulty.host, port: faulty.port, secure: false, auth, logger: false });
		flow.on("error", () => {});
		return flow;
	}

	async function subjects(): Promise<(string | undefined)[]> {
		const flow = client();
		await flow.connect();
		await flow.mailboxOpen("INBOX");
		const found = await flow.fetchAll("1:*", { envelope: true });
		await flow.logout();
		return found.map((message) => message.envelope?.subject);
	}

	test("forwards everything by default", async () => {
		expect(await subjects()).toHaveLength(20);
		expect([faulty.faults(), faulty.connections()]).toEqual([0, 1]);
	});

	test("cuts once at the n-th match, after forwarding what came before", async () => {
		faulty.fail({ what: "cut", from: "server", after: /\* \d+ FETCH /, nth: 7 });
		const flow = client();
		await flow.connect();
		await flow.mailboxOpen("INBOX");
		const seen: number[] = [];
		await expect(async () => {
			for await (const message of flow.fetch("1:*", { envelope: true })) seen.push(message.seq);
		}).rejects.toThrow();
		expect(seen.length).toBeLessThanOrEqual(6);
		expect(faulty.faults()).toBe(1);
		expect(await subjects()).toHaveLength(20);
	});

	test("cuts after a number of bytes, a number of times", async () => {
		faulty.fail({ what: "cut", from: "server", after: 9, times: 2 });
		for (const length of [9, 9]) {
			const { socket, heard } = listen(faulty.port);
			await once(socket, "close");
			expect(heard()).toHaveLength(length);
		}
		expect(await subjects()).toHaveLength(20);
	});

	test("cuts client data", async () => {
		faulty.fail({ what: "cut", from: "client", after: /SELECT/ });
		await expect(subjects()).rejects.toThrow();
	});

	test("stalls until the connection ends", async () => {
		faulty.fail({ what: "stall", from: "server", after: /FETCH/ });
		const flow = client();
		await flow.connect();
		await flow.mailboxOpen("INBOX");
		const answer = flow.fetchAll("1:*", { uid: true }).then(
			() => "answered",
			() => "ended",
		);
		await eventually(() => expect(faulty.faults()).toBe(1));
		faulty.cutAll();
		expect(await answer).toBe("ended");
	});

	test("throttles to a trickle", async () => {
		faulty.fail({ what: "drip", from: "server", after: 10 });
		const { socket, heard } = listen(faulty.port);
		const chunks: number[] = [];
		socket.on("data", (chunk: string) => chunks.push(chunk.length));
		await eventually(() => expect(heard()).toContain("ready"));
		expect(chunks.length).toBeGreaterThan(20);
		socket.destroy();
	});

	test("rewrites server responses", async () => {
		faulty.rewrite((line) => (line.startsWith("* FLAGS") ? null : line.replace(/^\* 20 EXISTS/, "* 22 EXISTS")));
		const flow = client();
		await flow.connect();
		expect((await flow.mailboxOpen("INBOX")).exists).toBe(22);
		await flow.logout();
	});
});

describe("a server that misbehaves", () => {
	async function speak(script: Script, command = "", enough = 100): Promise<{ output: string; isOpen: boolean }> {
		const server = await startScriptedImap(script);
		const { socket, heard } = listen(server.port);
		let isOpen = true;
		socket.on("end", () => {
			isOpen = false;
		});
		await once(socket, "connect");
		if (command !== "") socket.write(`a ${command}\r\n`);
		await eventually(() => expect(heard().length >= enough || !isOpen).toBe(true));
		await server.close();
		return { output: heard(), isOpen };
	}

	test("supports sign-in and listing", async () => {
		const server = await startScriptedImap({});
		const auth = { user: "anybody", pass: "anything" };
		const flow = new ImapFlow({ host: server.host, port: server.port, secure: false, auth, logger: false });
		await flow.connect();
		expect((await flow.list()).map((folder) => folder.path)).toEqual(["INBOX"]);
		expect((await flow.mailboxOpen("INBOX")).exists).toBe(3);
		await flow.logout();
		await server.close();
	});

	test("sends invalid greetings", async () => {
		const { hugeGreeting, binary, bye } = misbehaviour;
		const huge = await speak({ GREETING: hugeGreeting }, "", 4 * 1024 * 1024);
		expect(huge.output.indexOf("\n")).toBeGreaterThan(4 * 1024 * 1024);
		expect((await speak({ GREETING: binary }, "", 8192)).output).not.toMatch(/^\* OK/);
		expect(await speak({ GREETING: bye })).toMatchObject({ output: expect.stringMatching(/^\* BYE/), isOpen: false });
	});

	test("never ends a line, a message, or its output", async () => {
		const { endlessLine, hugeLiteral, garbage } = misbehaviour;
		const enough = 10 * 1024 * 1024;
		expect((await speak({ LOGIN: endlessLine }, "LOGIN x y", enough)).output.split("\n")).toHaveLength(2);
		expect((await speak({ FETCH: hugeLiteral }, "UID FETCH 1 BODY[]", enough)).output).toContain("{4294967296}\r\n");
		expect((await speak({ NOOP: garbage }, "NOOP", enough)).output).toContain("* -1 EXPUNGE");
	});

	test("truncates a message, reports a wrong count, and never answers", async () => {
		const { cutLiteral, wrongCount, silence } = misbehaviour;
		const cut = await speak({ FETCH: cutLiteral }, "FETCH 1 BODY[]", 1000);
		expect(cut).toMatchObject({ output: expect.stringMatching(/\{1000\}\r\nFrom: a@exam$/), isOpen: false });
		expect((await speak({ SELECT: wrongCount }, "EXAMINE INBOX")).output).toContain("* 1000000000 EXISTS");
		const silent = await speak({ LOGIN: silence }, "LOGIN x y\r\nb NOOP", 50);
		expect(silent.output).toMatch(/Ready\r\nb OK Done\r\n$/);
	});
});
