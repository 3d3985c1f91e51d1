import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#server/identity/auth/context.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import type { ScheduledTask } from "#server/platform/schedule/task.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import type { DraftKind, ReplyTarget } from "../contract.ts";
import { createDraft, saveDraft } from "./drafts.ts";
import { finishSent } from "./finish.ts";
import { sendDraft, sendTask } from "./send-draft.ts";
import { SERVICES, type Service } from "./testing/services.ts";

/** Answers to a message of a mailing list, sent by Dovecot's mailbox over SMTP, by Gmail and by Outlook. */

const LIST_MESSAGE = [
	"From: Bob <bob@example.net>",
	"To: Birds <birds@lists.example>",
	"Cc: Dan <dan@example.net>",
	"Reply-To: Birds <birds@lists.example>",
	"Subject: Owls",
	"Message-ID: <three@example.net>",
	"References: <one@example.net> <two@example.net>",
	"List-Id: Birds <birds.lists.example>",
	"List-Post: <mailto:birds-post@lists.example?subject=x>",
	"Date: Mon, 05 Jan 2026 08:50:15 +0000",
	"",
	"Who saw one?",
	"",
].join("\r\n");

describe.each(SERVICES)("answers: %s", (_, start) => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let service: Service;
	let box: TestMailbox;
	let emailId: string;
	let now = Date.now();
	beforeAll(async () => {
		install = await testInstall();
		service = await start();
		box = await openMailbox(install, {
			...{ provider: service.provider, now: () => now, subscriptions: [finishSent] },
			schedules: [sendTask as ScheduledTask<Context>],
		});
		const account = await service.connect(box);
		await service.deliver(LIST_MESSAGE);
		await enqueueSync(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
		const row = await box.ctx.database.one<{ id: string }>(
			"select id from emails where owner_id = $1 and message_id = 'three@example.net'",
			[OWNER],
		);
		emailId = row?.id ?? "";
	});
	afterAll(async () => {
		await box.close();
		await service.close();
		await install.remove();
	});

	test.each<[string, DraftKind, ReplyTarget | undefined, { to: string; cc?: string }]>([
		["a reply goes to whom the message asks for", "reply", undefined, { to: "birds@lists.example" }],
		["a reply goes to the sender, if chosen", "reply", "sender", { to: "bob@example.net" }],
		["a reply goes to the list, if chosen", "reply", "list", { to: "birds-post@lists.example" }],
		["a reply to all goes to all", "reply_all", undefined, { to: "birds@lists.example", cc: "dan@example.net" }],
		["a forward starts a conversation of its own", "forward", undefined, { to: "eve@example.net" }],
	])("%s", async (name, kind, replyTo, expected) => {
		const id = await createDraft(box.ctx, OWNER, { kind, emailId, replyTo, text: name });
		const key = { ownerId: OWNER, id };
		if (kind === "forward") await saveDraft(box.ctx, key, { to: [{ name: "Eve", email: "eve@example.net" }] });
		await sendDraft(box.ctx, key, { userName: "Ann" });
		for (const seconds of [11, 60]) {
			now += seconds * 1000;
			await startDue(box.ctx, [sendTask.name]);
			await box.ctx.jobs.drain();
		}
		const sent = (await service.sent()).filter((raw) => raw.includes(name));
		expect(sent).toHaveLength(1);
		const header = (sent[0] ?? "").split("\r\n\r\n")[0]?.replace(/\r\n\s+/g, " ") ?? "";
		const field = (wanted: string): string | undefined => new RegExp(`^${wanted}: (.*)$`, "im").exec(header)?.[1];
		expect(field("To")).toContain(expected.to);
		if (expected.cc === undefined) expect(field("Cc")).toBeUndefined();
		else expect(field("Cc")).toContain(expected.cc);
		const isForward = kind === "forward";
		expect(field("Subject")).toBe(isForward ? "Fwd: Owls" : "Re: Owls");
		expect(field("In-Reply-To")).toBe(isForward ? undefined : "<three@example.net>");
		expect(field("References")).toBe(isForward ? undefined : "<one@example.net> <two@example.net> <three@example.net>");
		// No read receipt is requested (RFC 8098).
		expect(field("Disposition-Notification-To")).toBeUndefined();
	});
});
