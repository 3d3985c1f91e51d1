/** Conformance tests for sending, and helpers to send from a provider's tests. */

import { expect } from "vitest";
import { fetchAll, folderOf, list, type Opened, persist, withHeaderText } from "#providers/conformance-mailbox.ts";
import { DeliveryUncertain, Unsupported } from "#server/mail/provider/errors.ts";
import type { Provider, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { OutgoingMessage, SendOptions, SendResult } from "#server/mail/provider/sending.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { parseAddressList } from "#shared/mail/addresses.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";

const HOUR_MS = 3_600_000;

/** The message as the kernel passes it to a provider: the envelope is that of its header. */
export function outgoing(raw: string | Uint8Array): OutgoingMessage {
	const text = Buffer.from(raw).toString("latin1");
	const { fields } = parseHeaderBlock(text.slice(0, text.indexOf("\r\n\r\n") + 2));
	const addresses = (...names: string[]): string[] =>
		fields
			.filter(({ name }) => names.includes(name))
			.flatMap((field) => parseAddressList(field.raw).map(({ email }) => email));
	const [messageId = ""] = fields
		.filter(({ name }) => name === "message-id")
		.map((field) => field.raw.replace(/[<>]/g, ""));
	return {
		raw: Buffer.from(raw),
		messageId,
		envelope: { from: addresses("from")[0] ?? "", to: [...new Set(addresses("to", "cc", "bcc"))] },
	};
}

export function sendOptions(given: Partial<SendOptions> = {}): SendOptions {
	const nothing = async () => undefined;
	const { signal } = new AbortController();
	return { signal, isFirstAttempt: true, onWait: nothing, onSubmit: nothing, ...given };
}

/** Sends as the kernel does: retries what was certainly not sent, and resolves what is uncertain. */
async function sendOnce(session: ProviderSession, { now }: ProviderEnvironment, raw: string): Promise<SendResult> {
	const message = outgoing(raw);
	let isFirstAttempt = true;
	for (;;) {
		let reference: string | null = null;
		const onSubmit = async (given: string | null): Promise<void> => {
			reference = given;
		};
		try {
			const result = await persist(async () => {
				const options = sendOptions({ isFirstAttempt, onSubmit });
				isFirstAttempt = false;
				try {
					return await session.sender?.send(message, options);
				} catch (cause) {
					if (cause instanceof DeliveryUncertain) return null;
					throw cause;
				}
			});
			if (result) return result;
		} catch (cause) {
			throw new Error("The message was not sent", { cause });
		}
		const query = {
			messageId: message.messageId,
			reference,
			submittedAt: now() - HOUR_MS,
			signal: sendOptions().signal,
		};
		const answer = await persist(async () => session.sender?.findSent(query));
		expect(answer?.state).not.toBe("unknown");
		if (answer?.state === "sent")
			return {
				...answer,
				recipients: message.envelope.to.map((address) => ({ address, state: "accepted", status: null, reply: null })),
			};
	}
}

const testMail = (id: string, { from, to, head = [] }: { from: string; to: string; head?: string[] }): string =>
	[
		`From: Ann <${from}>`,
		`To: ${to}`,
		`Subject: ${id}`,
		`Message-ID: <${id}@sender.example>`,
		"Date: Mon, 05 Jan 2026 08:50:15 +0000",
		...head,
		"",
		"Hello",
		"",
	].join("\r\n");

/** The rules of sending. A mailbox that cannot send says so. */
export function sendRules(provider: Provider, start: () => Promise<Opened>) {
	return {
		async send() {
			const { mailbox, session, again, before } = await start();
			const { send: fixture } = mailbox;
			if (!provider.capabilities.send || fixture === undefined) {
				if (session.sender)
					await expect(session.sender.send(outgoing(""), sendOptions())).rejects.toBeInstanceOf(Unsupported);
				return;
			}
			const head = ["Bcc: Secret <secret@elsewhere.example>"];
			const raw = testMail("sent-once", {
				from: fixture.address,
				to: `${fixture.recipient}, other@elsewhere.example`,
				head,
			});
			const { recipients, messageId } = await sendOnce(session, mailbox.environment, raw);
			const everyone = [fixture.recipient, "other@elsewhere.example", "secret@elsewhere.example"];
			expect(recipients.map(({ address, state }) => [address, state]).sort()).toEqual(
				everyone.map((address) => [address, "accepted"]).sort(),
			);
			const message = { raw: Buffer.from(raw), messageId: "sent-once@sender.example" };
			for (const _ of [1, 2]) await persist(async () => session.sender?.saveSent?.(message));
			const sentFolder = await folderOf(session, "sent");
			const copies = (await list(await again(), null, 100)).messages.filter(({ folderId }) => folderId === sentFolder);
			const known = new Set(before.messages.map(({ id }) => id));
			const [copy, ...more] = copies.filter(({ id }) => !known.has(id));
			expect(more).toEqual([]);
			expect(copy?.flags.read).toBe(true);
			const text = (await fetchAll(session, [copy?.id ?? ""], "full")).get(copy?.id ?? "")?.toString() ?? "";
			expect(text).toContain("Subject: sent-once\r\n");
			expect(text).toContain(`Message-ID: <${messageId}>`);
			const delivered = (await fixture.delivered()).filter((one) => one.includes("sent-once"));
			expect(delivered).toHaveLength(1);
			expect(delivered[0]).not.toMatch(/bcc|secret/i);
		},
		async findSent() {
			const { mailbox, session } = await start();
			const { send: fixture } = mailbox;
			if (fixture === undefined) return;
			const raw = testMail("looked-for", { from: fixture.address, to: fixture.recipient });
			const references: (string | null)[] = [];
			const onSubmit = async (reference: string | null): Promise<void> => void references.push(reference);
			const sent = await persist(async () => session.sender?.send(outgoing(raw), sendOptions({ onSubmit })));
			const saved = await persist(async () => session.sender?.saveSent?.(outgoing(raw)));
			const query = { submittedAt: mailbox.environment.now() - HOUR_MS, signal: sendOptions().signal };
			const known = { ...query, messageId: "looked-for@sender.example", reference: references.at(-1) ?? null };
			const id = saved?.id ?? sent?.id;
			expect(await persist(async () => session.sender?.findSent(known))).toMatchObject({
				state: "sent",
				id,
				messageId: sent?.messageId,
			});
			const unknown = { ...query, messageId: "never-sent@sender.example", reference: null };
			expect(["unsent", "unknown"]).toContain((await persist(async () => session.sender?.findSent(unknown)))?.state);
		},
		async sendStopped() {
			const { mailbox, session, again, before } = await start();
			const { send: fixture } = mailbox;
			if (fixture === undefined) return;
			const raw = testMail("never-sent", { from: fixture.address, to: fixture.recipient });
			const onSubmit = () => Promise.reject(new Error("somebody else sends it"));
			await expect(persist(async () => session.sender?.send(outgoing(raw), sendOptions({ onSubmit })))).rejects.toThrow(
				"somebody else sends it",
			);
			expect((await fixture.delivered()).filter((one) => one.includes("never-sent"))).toEqual([]);
			expect((await list(await again(), null, 100)).messages).toHaveLength(before.messages.length);
		},
		async sendThread() {
			const { mailbox, session } = await start();
			const { send: fixture } = mailbox;
			if (fixture === undefined) return;
			const { from, to } = { from: fixture.address, to: fixture.recipient };
			const first = await sendOnce(session, mailbox.environment, testMail("a-thread", { from, to }));
			const head = [`In-Reply-To: <${first.messageId}>`, `References: <${first.messageId}>`];
			const raw = testMail("its-reply", { from, to, head }).replace("Subject: its-reply", "Subject: Re: a-thread");
			const second = await sendOnce(session, mailbox.environment, raw);
			const [delivered = ""] = (await fixture.delivered()).filter((one) => one.includes("its-reply"));
			expect(delivered).toContain(`References: <${first.messageId}>`);
			if (provider.capabilities.threadIds) expect(second.threadId).toBe(first.threadId);
			else expect(second.threadId).toBeNull();
			expect(provider.capabilities.threadIds).toBe(first.threadId !== null);
			if (provider.capabilities.threadIds) {
				const [stored] = await withHeaderText(session, "Subject: a-thread");
				expect(stored?.threadId).toBe(first.threadId);
			}
		},
	};
}
