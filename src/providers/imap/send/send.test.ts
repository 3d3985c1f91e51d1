import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outgoing, sendOptions } from "#providers/conformance-send.ts";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { AuthExpired, DeliveryUncertain, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import type { SendResult } from "#server/mail/provider/sending.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { testMessage } from "#test/dovecot/account.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { imapProvider } from "../provider.ts";
import { createSmtpPool } from "../smtp/smtp-pool.ts";

/** Sending through SMTP alone: the incoming server is never contacted. */

let sink: SmtpSink;
let session: ProviderSession;
beforeEach(async () => {
	sink = await startSmtpSink();
	session = await open(sink.port);
});
afterEach(async () => {
	await session.close();
	await sink.close();
});

function open(port: number): Promise<ProviderSession> {
	return imapProvider.open(
		memoryEnvironment({
			account: {
				settings: {
					email: "ann@example.org",
					username: "ann",
					imap: { host: "127.0.0.1", port: 1, security: "none" },
					smtp: { host: "127.0.0.1", port, security: "none" },
				},
				credentials: { password: "secret" },
			},
		}),
	);
}

const toThree = testMessage("Three").replace(
	"To: Bob <bob@example.net>",
	"To: a@example.net, b@example.net, c@example.net",
);
const statesOf = (result: SendResult | undefined) =>
	result?.recipients.map(({ address, state, status, reply }) => [address, state, status, reply]).sort();

test("reports each recipient's outcome, and delivers to those that were accepted", async () => {
	sink.refuseRecipients((address) => {
		if (address.startsWith("b@")) return "550 5.1.1 No such user here";
		return address.startsWith("c@") ? "450-4.2.0 Greylisted,\r\n450 4.2.0 try again" : null;
	});
	expect(statesOf(await session.sender?.send(outgoing(toThree), sendOptions()))).toEqual([
		["a@example.net", "accepted", null, null],
		["b@example.net", "rejected", "5.1.1", "No such user here"],
		["c@example.net", "deferred", "4.2.0", "Greylisted, try again"],
	]);
	expect(sink.received.map(({ to }) => to)).toEqual([["a@example.net"]]);
	// A retry for the deferred one alone.
	sink.refuseRecipients(() => null);
	const message = outgoing(toThree);
	const retry = { ...message, envelope: { ...message.envelope, to: ["c@example.net"] } };
	expect(statesOf(await session.sender?.send(retry, sendOptions()))).toEqual([
		["c@example.net", "accepted", null, null],
	]);
	expect(sink.received[1]).toMatchObject({ to: ["c@example.net"], raw: expect.stringContaining("b@example.net") });
});

test("reports a refusal of all recipients, of the sender, and of the message, and delivers nothing", async () => {
	sink.refuseRecipients((address) => `550 5.1.1 No ${address}`);
	expect(statesOf(await session.sender?.send(outgoing(toThree), sendOptions()))).toEqual(
		["a", "b", "c"].map((name) => [`${name}@example.net`, "rejected", "5.1.1", `No ${name}@example.net`]),
	);
	sink.refuseRecipients(() => null);
	sink.refuse("451 4.3.0 Later");
	expect(statesOf(await session.sender?.send(outgoing(toThree), sendOptions()))?.[0]).toEqual([
		...["a@example.net", "deferred", "4.3.0", "Later"],
	]);
	expect(sink.received).toEqual([]);
});

test("keeps one connection for many messages, and replaces it when the server has closed it", async () => {
	for (const name of ["one", "two", "three"]) await session.sender?.send(outgoing(testMessage(name)), sendOptions());
	expect([sink.connections(), sink.received.length]).toEqual([1, 3]);
	sink.dropConnections();
	await vi.waitFor(() => expect(sink.openConnections()).toBe(0));
	await session.sender?.send(outgoing(testMessage("four")), sendOptions());
	expect([sink.connections(), sink.received.length]).toEqual([2, 4]);
	await session.close();
	await vi.waitFor(() => expect(sink.openConnections()).toBe(0));
});

test("sends as many messages over one connection as servers allow, and the next over another", async () => {
	const smtp = { host: "127.0.0.1", port: sink.port, security: "none", username: "ann", password: "secret" } as const;
	const pool = createSmtpPool(memoryEnvironment({}), smtp, 2);
	for (let n = 1; n <= 5; n++)
		await pool.send({
			...{ raw: Buffer.from(testMessage(`Number ${n}`)), envelopeId: `${n}`, signal: new AbortController().signal },
			envelope: { from: "ann@example.org", to: ["bob@example.net"] },
			...{ onWait: async () => undefined, onSubmit: async () => undefined },
		});
	const subjects = sink.received.map(({ raw }) => /^Subject: (.*?)\r?$/m.exec(raw)?.[1]);
	expect(subjects).toEqual([1, 2, 3, 4, 5].map((n) => `Number ${n}`));
	expect(sink.connections()).toBe(3);
	pool.close();
	await vi.waitFor(() => expect(sink.openConnections()).toBe(0));
});

test.each([
	["before", 0],
	["after", 1],
] as const)("is uncertain when the connection breaks %s the server took the message", async (moment, received) => {
	sink.loseReplies(moment);
	let submissions = 0;
	const options = sendOptions({ onSubmit: async () => void submissions++ });
	await expect(session.sender?.send(outgoing(testMessage("Lost")), options)).rejects.toBeInstanceOf(DeliveryUncertain);
	expect([submissions, sink.received.length]).toEqual([1, received]);
});

test("sends nothing when it is stopped before its submission, or aborted", async () => {
	const onSubmit = () => Promise.reject(new Error("taken over"));
	await expect(session.sender?.send(outgoing(testMessage("Stopped")), sendOptions({ onSubmit }))).rejects.toThrow(
		"taken over",
	);
	const signal = AbortSignal.abort(new Error("the job was canceled"));
	await expect(session.sender?.send(outgoing(testMessage("Aborted")), sendOptions({ signal }))).rejects.toThrow(
		"canceled",
	);
	await session.sender?.send(outgoing(testMessage("Next")), sendOptions());
	expect(sink.received).toHaveLength(1);
});

test("tells an unreachable server and a rejected password from a refused message", async () => {
	const options = sendOptions({ onSubmit: () => Promise.reject(new Error("never")) });
	const nowhere = await open(1);
	await expect(nowhere.sender?.send(outgoing(testMessage("x")), options)).rejects.toBeInstanceOf(Unavailable);
	await nowhere.close();
	sink.refuseSignIn("535 5.7.8 Wrong");
	await expect(session.sender?.send(outgoing(testMessage("x")), options)).rejects.toBeInstanceOf(AuthExpired);
	sink.refuseSignIn("454 4.7.0 Too many attempts");
	const cause = await session.sender?.send(outgoing(testMessage("x")), options).catch((error: unknown) => error);
	expect(cause instanceof RateLimited || cause instanceof Unavailable).toBe(true);
});

test.each([
	["p09", "ann@müller-dest.example", "ann@xn--mller-dest-9db.example"],
	["upper case", "ann@BÜCHER.example", "ann@xn--bcher-kva.example"],
	["another script", "ann@例え。テスト", "ann@xn--r8jz45g.xn--zckzah"],
	["below an ASCII name", "ann@mail.straße.example", "ann@mail.xn--strae-oqa.example"],
	["decomposed", "ann@mu\u0308ller-dest.example", "ann@xn--mller-dest-9db.example"],
])("kind 12: the envelope has A-labels for servers without SMTPUTF8: %s", async (_, given, sent) => {
	sink.offer(["8BITMIME", "AUTH PLAIN"]);
	const message = outgoing(testMessage("Hello"));
	const envelope = { from: given, to: [given, "bob@example.net"] };
	expect(statesOf(await session.sender?.send({ ...message, envelope }, sendOptions()))).toEqual(
		[given, "bob@example.net"].map((address) => [address, "accepted", null, null]).sort(),
	);
	expect(sink.received).toMatchObject([{ from: sent, to: [sent, "bob@example.net"] }]);
});

test("kind 12: a recipient whose name before the @ the server can't take is refused with a reason (p10)", async () => {
	sink.offer(["8BITMIME", "AUTH PLAIN"]);
	sink.refuseRecipients((to) => (/[^ -~]/.test(to) ? "553 5.6.7 Only ASCII here" : null));
	const message = outgoing(testMessage("Hello"));
	const envelope = { from: "ann@example.org", to: ["jürgen@dest.example"] };
	expect(statesOf(await session.sender?.send({ ...message, envelope }, sendOptions()))).toEqual([
		["jürgen@dest.example", "rejected", "5.6.7", "Only ASCII here"],
	]);
});

test.each([
	["PLAIN is refused", ["AUTH PLAIN LOGIN"], ["PLAIN"], ["PLAIN", "LOGIN"]],
	["LOGIN is refused", ["AUTH LOGIN CRAM-MD5"], ["LOGIN"], ["LOGIN", "CRAM-MD5"]],
	["only CRAM-MD5 is accepted", ["AUTH PLAIN LOGIN CRAM-MD5"], ["PLAIN", "LOGIN"], ["PLAIN", "LOGIN", "CRAM-MD5"]],
	["OAuth is offered besides", ["AUTH XOAUTH2 LOGIN"], ["XOAUTH2"], ["LOGIN"]],
])("kind 15: each way to sign in that the server offers is tried: %s", async (_, offered, refused, tried) => {
	sink.offer(offered);
	sink.refuseSignIn("504 5.5.4 Unrecognized authentication type", refused);
	const send = async () => statesOf(await session.sender?.send(outgoing(testMessage("Hello")), sendOptions()));
	expect(await send()).toEqual([["bob@example.net", "accepted", null, null]]);
	expect(sink.signIns).toEqual(tried);
	sink.dropConnections();
	await vi.waitFor(() => expect(sink.openConnections()).toBe(0));
	// The next connection begins with the way that was accepted.
	expect(await send()).toEqual([["bob@example.net", "accepted", null, null]]);
	expect(sink.signIns).toEqual([...tried, tried.at(-1)]);
});

test("kind 15: when no way to sign in is accepted, one sentence says so", async () => {
	sink.offer(["AUTH PLAIN LOGIN"]);
	sink.refuseSignIn("535 5.7.8 Invalid credentials");
	await expect(session.sender?.send(outgoing(testMessage("Hello")), sendOptions())).rejects.toThrow(
		new AuthExpired("The outgoing mail server no longer accepts the password: “Invalid credentials”"),
	);
	expect(sink.signIns).toEqual(["PLAIN", "LOGIN"]);
});
