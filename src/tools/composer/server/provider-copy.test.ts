import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#server/identity/auth/context.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { startDue } from "#server/platform/schedule/start-due.ts";
import type { ScheduledTask } from "#server/platform/schedule/task.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { attachFile } from "./attachments.ts";
import { createDraft, discardDraft, restoreDraft, saveDraft } from "./drafts.ts";
import { finishSent } from "./finish.ts";
import { listMailboxDrafts } from "./list-mailbox-drafts.ts";
import { openMailboxDraft } from "./open-mailbox-draft.ts";
import { presentDraft } from "./present.ts";
import { copyTask, requestCopyOfFiles } from "./provider-copy.ts";
import { sendDraft, sendTask } from "./send-draft.ts";
import { SERVICES, type Service } from "./testing/services.ts";

/** Drafts in the Drafts folder of real mailboxes: Dovecot, and the emulators of Gmail and Outlook. */

const to = [{ name: "Bob", email: "bob@example.net" }];
const FOREIGN = [
	"From: Ann <ann@example.org>",
	"To: Bob <bob@example.net>",
	"Bcc: Cyd <cyd@example.net>",
	"Subject: From my phone",
	"Message-ID: <phone@example.org>",
	"In-Reply-To: <two@example.net>",
	"References: <one@example.net> <two@example.net>",
	"Date: Mon, 05 Jan 2026 08:50:15 +0000",
	"MIME-Version: 1.0",
	'Content-Type: multipart/mixed; boundary="b"',
	"",
	"--b",
	"Content-Type: text/html; charset=utf-8",
	"",
	"<html><body><p>Half a <b>thought</b></p></body></html>",
	"--b",
	"Content-Type: text/plain; name=plan.txt",
	"Content-Disposition: attachment; filename=plan.txt",
	"",
	"first floor",
	"--b--",
	"",
].join("\r\n");

describe.each(SERVICES)("drafts in the Drafts folder: %s", (_, start) => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let service: Service;
	let box: TestMailbox;
	let account: string;
	let now = Date.now();
	/** Fails after the provider has done its work, as a process that is killed at that moment. */
	let isKilled = false;
	beforeAll(async () => {
		install = await testInstall();
		service = await start();
		const { provider } = service;
		const killable: Provider = {
			...provider,
			async open(environment) {
				const session = await provider.open(environment);
				const { drafts } = session;
				if (drafts === undefined) throw new Error("This provider has drafts");
				return {
					...session,
					drafts: {
						...drafts,
						async save(...given) {
							const saved = await drafts.save(...given);
							if (isKilled) throw new Error("killed");
							return saved;
						},
					},
				};
			},
		};
		box = await openMailbox(install, {
			...{ provider: killable, now: () => now, subscriptions: [finishSent] },
			schedules: [sendTask as ScheduledTask<Context>, copyTask as ScheduledTask<Context>],
		});
		account = await service.connect(box);
	});
	afterAll(async () => {
		await box.close();
		await service.close();
		await install.remove();
	});

	/** Runs what is due after this many seconds. */
	const later = async (seconds: number): Promise<void> => {
		now += seconds * 1000;
		await startDue(box.ctx, [sendTask.name, copyTask.name]);
		await box.ctx.jobs.drain();
	};
	/** The task runs in a process that is killed at the worst moment; its schedule remains. */
	const killed = async (draftId: string): Promise<void> => {
		isKilled = true;
		const { signal } = new AbortController();
		const run = { ownerId: OWNER, key: draftId, input: { draftId }, dueAt: new Date(now), signal };
		await expect(copyTask.run(box.ctx, run)).rejects.toThrow("killed");
		isKilled = false;
	};
	const begin = async (subject: string) => {
		const id = await createDraft(box.ctx, OWNER, { kind: "new", accountId: account });
		const key = { ownerId: OWNER, id };
		await saveDraft(box.ctx, key, { to, subject, text: "one" });
		return key;
	};
	const textsOf = async (subject: string): Promise<string[]> =>
		(await service.drafts())
			.filter((raw) => raw.includes(`Subject: ${subject}\r\n`))
			.map((raw) => raw.split("\r\n\r\n").slice(1).join("\r\n\r\n").trim());
	const sync = async (): Promise<void> => {
		await enqueueSync(box.ctx, OWNER, account);
		await box.ctx.jobs.drain();
	};
	const others = async () =>
		(await listMailboxDrafts(box.ctx, OWNER, { limit: 50 })).items.map(({ subject }) => subject);

	test("a draft is saved after a moment of calm, follows its changes, and goes and returns with it", async () => {
		const key = await begin("Plans");
		await later(3);
		await saveDraft(box.ctx, key, { text: "two" });
		await later(3);
		expect(await textsOf("Plans")).toEqual([]);
		await later(3);
		expect(await textsOf("Plans")).toEqual(["two"]);
		await saveDraft(box.ctx, key, { text: "three" });
		await later(6);
		expect(await textsOf("Plans")).toEqual(["three"]);
		const { signal } = new AbortController();
		const body = new Blob(["first floor"]).stream();
		const file = { filename: "plan.txt", contentType: "text/plain", contentId: null, signal, body };
		await attachFile(box.ctx, key, file);
		await requestCopyOfFiles(box.ctx, key);
		await later(6);
		expect(await textsOf("Plans")).toEqual([expect.stringContaining("filename=plan.txt")]);
		await sync();
		expect(await others()).toEqual([]);
		const copy = await box.ctx.database.one<{ id: string }>(
			"select id from emails where owner_id = $1 and folder_role = 'drafts' and subject = 'Plans'",
			[OWNER],
		);
		expect(await openMailboxDraft(box.ctx, OWNER, copy?.id ?? "")).toBe(key.id);
		await discardDraft(box.ctx, key);
		await later(0);
		expect(await textsOf("Plans")).toEqual([]);
		await restoreDraft(box.ctx, key);
		await later(6);
		expect(await textsOf("Plans")).toHaveLength(1);
		await discardDraft(box.ctx, key);
		await later(0);
	});

	test("once it is sent, only the sent message remains, with another Message-ID", async () => {
		const key = await begin("Sent once");
		await later(6);
		expect(await textsOf("Sent once")).toHaveLength(1);
		await sendDraft(box.ctx, key, { userName: "Ann" });
		await later(11);
		await later(1);
		expect(await presentDraft(box.ctx, key)).toMatchObject({ state: "sent" });
		expect(await textsOf("Sent once")).toEqual([]);
		const sent = (await service.sent()).filter((raw) => raw.includes("Subject: Sent once\r\n"));
		expect(sent).toHaveLength(1);
		expect(sent[0]).not.toContain("<draft.");
	});

	test("what nobody wrote into is not saved", async () => {
		const id = await createDraft(box.ctx, OWNER, { kind: "new", accountId: account });
		await saveDraft(box.ctx, { ownerId: OWNER, id }, { text: "\n\n-- \nAnn" });
		await later(6);
		expect(await service.drafts()).toEqual([]);
	});

	test("a process that is killed before it knows that the copy was saved leaves one copy", async () => {
		const key = await begin("Killed");
		await killed(key.id);
		expect(await textsOf("Killed")).toEqual(["one"]);
		await saveDraft(box.ctx, key, { text: "two" });
		await later(6);
		expect(await textsOf("Killed")).toEqual(["two"]);
		await saveDraft(box.ctx, key, { text: "three" });
		await killed(key.id);
		await discardDraft(box.ctx, key);
		await later(0);
		expect(await textsOf("Killed")).toEqual([]);
	});

	test("a draft of another mail program is continued, and replaced once it is changed", async () => {
		await service.add(FOREIGN);
		await sync();
		expect(await others()).toEqual(["From my phone"]);
		const { items } = await listMailboxDrafts(box.ctx, OWNER, { limit: 50 });
		const [email] = items;
		const short = openMailboxDraft(box.ctx, OWNER, email?.id ?? "", 3);
		await expect(short).rejects.toMatchObject({ code: "draft-too-long" });
		const id = await openMailboxDraft(box.ctx, OWNER, email?.id ?? "");
		const key = { ownerId: OWNER, id };
		expect(await presentDraft(box.ctx, key)).toMatchObject({
			...{ kind: "new", accountId: account, subject: "From my phone", html: "<p>Half a <b>thought</b></p>" },
			...{ to, bcc: [{ name: "Cyd", email: "cyd@example.net" }], state: "editing" },
			attachments: [{ filename: "plan.txt", sizeBytes: 11 }],
		});
		expect(await openMailboxDraft(box.ctx, OWNER, email?.id ?? "")).toBe(id);
		expect(await others()).toEqual([]);
		await later(6);
		expect(await textsOf("From my phone")).toEqual([expect.stringContaining("Half a <b>thought</b>")]);
		await saveDraft(box.ctx, key, { html: "<p>A whole thought</p>", text: "A whole thought" });
		await later(6);
		expect(await textsOf("From my phone")).toEqual([expect.stringContaining("A whole thought")]);
		const [raw = ""] = await service.drafts();
		expect(raw.replace(/\r\n\s+/g, " ")).toContain("References: <one@example.net> <two@example.net>");
		await sync();
		expect(await others()).toEqual([]);
		await discardDraft(box.ctx, key);
		await later(0);
		expect(await service.drafts()).toEqual([]);
	});
});
