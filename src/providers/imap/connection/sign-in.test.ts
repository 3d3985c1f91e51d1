import { afterEach, describe, expect, test } from "vitest";
import { list } from "#providers/conformance-mailbox.ts";
import { AuthExpired } from "#server/mail/provider/errors.ts";
import type { Quirk } from "#test/imap-faults/quirks.ts";
import { openSession } from "../session.ts";
import { openQuirky } from "../testing.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});
const open = (quirk: Quirk) => openQuirky(quirk, closers);

const PAGE = 50;

const only =
	(...accepted: string[]) =>
	(mechanism: string) =>
		accepted.includes(mechanism) ? null : "NO [AUTHENTICATIONFAILED] Not in this way";

const signIns: [name: string, quirk: Quirk, tried: string[]][] = [
	[
		"q17: LOGIN is disabled",
		{
			capabilities: "IMAP4rev1 LOGINDISABLED AUTH=PLAIN",
			signIn: (mechanism) => (mechanism === "LOGIN" ? "NO [PRIVACYREQUIRED] disabled" : null),
		},
		["AUTH=PLAIN"],
	],
	["q18: PLAIN is offered and refused", { signIn: only("LOGIN") }, ["AUTH=PLAIN", "LOGIN"]],
	["q19: a password with an umlaut, a blank, a quote and a backslash", { capabilities: "IMAP4rev1" }, ["LOGIN"]],
	[
		"kind 15: PLAIN is BAD",
		{ signIn: (mechanism) => (mechanism === "AUTH=PLAIN" ? "BAD Unknown mechanism" : null) },
		["AUTH=PLAIN", "LOGIN"],
	],
	[
		"kind 15: only AUTH=LOGIN works",
		{ capabilities: "IMAP4rev1 LOGINDISABLED AUTH=PLAIN AUTH=LOGIN", signIn: only("AUTH=LOGIN") },
		["AUTH=PLAIN", "AUTH=LOGIN"],
	],
	[
		"kind 15: only CRAM-MD5 works",
		{ capabilities: "IMAP4rev1 AUTH=CRAM-MD5", signIn: only("AUTH=CRAM-MD5") },
		["LOGIN", "AUTH=CRAM-MD5"],
	],
	["kind 15: only CRAM-MD5 is offered", { capabilities: "IMAP4rev1 LOGINDISABLED AUTH=CRAM-MD5" }, ["AUTH=CRAM-MD5"]],
	[
		"kind 15: the server hangs up after each refusal",
		{ capabilities: "IMAP4rev1 AUTH=PLAIN AUTH=LOGIN", signIn: only("AUTH=LOGIN"), hangsUpAfterRefusal: true },
		["AUTH=PLAIN", "LOGIN", "AUTH=LOGIN"],
	],
	[
		"kind 15: OAuth is offered besides",
		{ capabilities: "IMAP4rev1 AUTH=XOAUTH2 AUTH=PLAIN", signIn: only("AUTH=PLAIN") },
		["AUTH=PLAIN"],
	],
];

describe("signing in", () => {
	test.each(signIns)("%s", async (_, quirk, tried) => {
		const { server, session, environment } = await open(quirk);
		expect((await list(session, null, PAGE)).messages).toHaveLength(6);
		expect(server.signIns).toEqual(tried);
		const imap = openSession(environment);
		closers.push(() => imap.close());
		await imap.work.use(async (client) => client.noop());
		await imap.bodies.use(async (client) => client.noop());
		// The second connection begins with the way that worked.
		expect(server.signIns.slice(tried.length)).toEqual([...tried, tried.at(-1)]);
	});

	test("kind 15: when no way works, one sentence says what the server said of the password", async () => {
		const { session, server } = await open({
			signIn: (mechanism) =>
				mechanism === "LOGIN" ? "NO [AUTHENTICATIONFAILED] Invalid credentials" : "NO Mechanism not possible",
		});
		const failure = await session.reader.listFolders().catch((cause: unknown) => cause);
		expect(failure).toBeInstanceOf(AuthExpired);
		expect((failure as Error).message).toBe("The mail server no longer accepts the password: “Invalid credentials”");
		expect(server.signIns).toEqual(["AUTH=PLAIN", "LOGIN"]);
	});
});
