import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { NewMail } from "#server/mail/events/new-mail.ts";
import { withAccountLock } from "#server/platform/locks/account-lock.ts";
import type { Client } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { type FilterDraft, filtersContract } from "../../contract.ts";
import { filterNewMail } from "./new-mail.ts";

/** A mailbox on a real mail server that receives mail. */
describeIf(dovecotPath !== null)("mail that comes to a Dovecot", () => {
	let dovecot: Dovecot;
	let user: MailUser;
	let server: TestServer;
	let ada: TestUser;
	let account: string;
	let filters: Client<typeof filtersContract>;

	beforeAll(async () => {
		dovecot = await startDovecot();
		user = await dovecot.addUser({ name: "ada@post.example" });
		server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
		ada = await server.signUp();
		filters = ada.client(filtersContract);
		await dovecot.load(user.user, [
			{ raw: message("friend@known.example", "An old letter"), date: new Date("2026-01-02"), flags: "" },
			{ raw: message("shop@offers.example", "Old offer"), date: new Date("2026-01-03"), flags: "S" },
		]);
		const sent = message("ada@post.example", "Hello you", "Nice to meet you", "To: Written <written@to.example>");
		await dovecot.load(user.user, [{ raw: sent, date: new Date("2026-01-04"), flags: "S" }], "Sent");
		const secure = (port: number) => ({
			...{ host: "localhost", port, security: "tls" as const, certificate: dovecot.certificate },
		});
		const connected = await ada.client(accountsContract).connectImap({
			body: {
				...{ email: "ada@post.example", username: user.user, password: user.password },
				imap: secure(dovecot.imapsPort),
				smtp: secure(dovecot.submissionsPort),
			},
		});
		account = connected.account.id;
		await server.ctx.jobs.drain();
	});
	afterAll(async () => {
		await server.close();
		await dovecot.stop();
	});
	afterEach(async () => {
		for (const { id } of (await filters.listFilters()).items) await filters.deleteFilter({ params: { id } });
	});

	let messages = 0;
	function message(from: string, subject: string, body = "Hello", to = "To: Ada <ada@post.example>"): string {
		return [
			`From: ${from.split("@")[0]} <${from}>`,
			to,
			`Subject: ${subject}`,
			`Message-ID: <letter-${++messages}@test.example>`,
			"Date: Mon, 05 Jan 2026 08:50:15 +0000",
			"",
			body,
			"",
		].join("\r\n");
	}

	async function receive(...raws: string[]): Promise<void> {
		// One sync finds them all: with the lock free, the watcher's sync could find the first ones alone.
		const lock = { ownerId: ada.ownerId, accountId: account, scope: "sync" as const };
		await withAccountLock(server.ctx, lock, AbortSignal.timeout(60_000), async () => {
			for (const raw of raws) await dovecot.deliver(user.user, raw);
		});
		const ids = raws.map((raw) => /^Message-ID: <(.*)>/m.exec(raw)?.[1]);
		const stored = "select from emails where owner_id = $1 and account_id = $2 and message_id = any($3::text[])";
		// A sync that is about to end has not seen them.
		const isHere = async (): Promise<boolean> => {
			await ada.client(accountsContract).syncAccount({ params: { id: account } });
			await server.ctx.jobs.drain();
			return (await server.ctx.database.query(stored, [ada.ownerId, account, ids])).length >= raws.length;
		};
		await expect.poll(isHere, { timeout: 20_000 }).toBe(true);
	}

	const make = (part: Partial<FilterDraft>) =>
		filters.createFilter({ body: { name: "A rule", ruleType: "keyword", action: "delete", ...part } });
	const found = async (q: string): Promise<EmailItem[]> =>
		(await ada.client(emailsContract).listEmails({ query: { q: `${q} in:anywhere` } })).items;
	const folderOf = async (subject: string): Promise<string | undefined> =>
		(await found(`subject:"${subject}"`))[0]?.folder;
	const operations = async () => (await ada.client(plansContract).listOperations()).items;
	async function atServer(folder: string): Promise<number> {
		const { items } = await ada.client(accountsContract).listFolders({ params: { id: account } });
		return items.find(({ name }) => name === folder)?.total ?? 0;
	}

	it("runs through the rules in order, with one undoable plan per rule; stored mail is untouched", async () => {
		await make({ name: "Keep", ruleType: "subject", ruleValue: "important", action: "star" });
		await make({ name: "Offers", ruleType: "domain", ruleValue: "offers.example", action: "delete" });
		await make({ name: "Words", ruleValue: "raffle", action: "move", folderName: "Games" });
		await make({ name: "Off", ruleType: "domain", ruleValue: "known.example", isActive: false });
		const before = (await operations()).length;
		await receive(
			message("shop@offers.example", "Important offer"),
			message("shop@mail.offers.example", "New offer one"),
			message("shop@offers.example", "New offer two"),
			message("fun@games.example", "Come and play", "There is a raffle today"),
			message("friend@known.example", "A new letter"),
		);
		expect(await folderOf("Important offer")).toBe("inbox");
		expect((await found('subject:"Important offer"'))[0]?.isStarred).toBe(true);
		expect([await folderOf("New offer one"), await folderOf("New offer two")]).toEqual(["trash", "trash"]);
		expect([await folderOf("Old offer"), await folderOf("A new letter")]).toEqual(["inbox", "inbox"]);
		expect((await found("raffle"))[0]).toMatchObject({ folder: "custom" });
		expect(await atServer("Games")).toBe(1);
		const made = (await operations()).slice(0, (await operations()).length - before);
		expect(made.map(({ query, count, source, state }) => [query, count, source, state])).toEqual([
			["filter “Words”", 1, "block-filter", "done"],
			["filter “Offers”", 2, "block-filter", "done"],
			["filter “Keep”", 1, "block-filter", "done"],
		]);
		expect((await filters.listFilters()).items.map(({ hitCount }) => hitCount)).toEqual([1, 2, 1, 0]);

		const offers = made[1]?.id ?? "";
		await ada.client(plansContract).undoOperation({ params: { id: offers } });
		await server.ctx.jobs.drain();
		// Mail restored by the undo is not new mail: rules ignore it, and their own moves.
		await receive();
		expect([await folderOf("New offer one"), await folderOf("New offer two")]).toEqual(["inbox", "inbox"]);
		expect((await operations())[0]?.undoOf).toBe(offers);
		expect((await filters.listFilters()).items.map(({ hitCount }) => hitCount)).toEqual([1, 0, 1, 0]);
	});

	it("counts what rules acted on in the past 30 days, and tells an undone rule from one that never matched", async () => {
		await make({ name: "Counted", ruleType: "subject", ruleValue: "counted", action: "delete" });
		await make({ name: "Idle", ruleType: "subject", ruleValue: "xyzzyplugh" });
		await receive(message("a@counted.example", "Counted one"), message("a@counted.example", "Counted two"));
		const stats = async () =>
			(await filters.listFilters()).items.map((one) => [one.hitCount, one.recentHitCount, one.hasMatched]);
		expect(await stats()).toEqual([
			[2, 2, true],
			[0, 0, false],
		]);
		// The link finds them in the trash, and none of the own sent mail.
		const [counted] = (await filters.listFilters()).items;
		const query = { q: counted?.matchingQuery ?? "" };
		const { items } = await ada.client(emailsContract).listEmails({ query });
		expect(items.map(({ subject, folder }) => [subject, folder]).toSorted()).toEqual([
			["Counted one", "trash"],
			["Counted two", "trash"],
		]);
		await server.ctx.database.exec(
			`update filtered_emails set matched_at = now() - interval '31 days'
			where owner_id = $1 and filter_id = $2 and email_id = $3`,
			[ada.ownerId, counted?.id, items[0]?.id],
		);
		expect((await stats())[0]).toEqual([2, 1, true]);
		await ada.client(plansContract).undoOperation({ params: { id: (await operations())[0]?.id ?? "" } });
		await server.ctx.jobs.drain();
		expect(await stats()).toEqual([
			[0, 0, true],
			[0, 0, false],
		]);
	});

	it("is filtered once when delivered twice", async () => {
		await make({ name: "Twice", ruleType: "subject", ruleValue: "twice told", action: "archive" });
		await receive(message("a@twice.example", "Twice told tale"));
		const [mail] = await found('subject:"twice told"');
		expect(mail?.folder).toBe("archive");
		await ada.client(plansContract).undoOperation({ params: { id: (await operations())[0]?.id ?? "" } });
		await server.ctx.jobs.drain();
		const arrived: NewMail = {
			ownerId: ada.ownerId,
			accountId: account,
			ids: [mail?.id ?? ""],
			signal: new AbortController().signal,
		};
		const count = (await operations()).length;
		await filterNewMail(server.ctx, arrived);
		await filterNewMail(server.ctx, arrived);
		await server.ctx.jobs.drain();
		expect(await folderOf("Twice told tale")).toBe("inbox");
		expect((await operations()).length).toBe(count);
		expect((await filters.listFilters()).items[0]?.hitCount).toBe(0);
	});

	it("resumes after a crash with mail that was matched but not acted on", async () => {
		const rule = await make({
			name: "Crash",
			ruleType: "subject",
			ruleValue: "left over",
			action: "archive",
			isActive: false,
		});
		await receive(message("a@crash.example", "Left over"));
		const [mail] = await found('subject:"left over"');
		await server.ctx.database.exec(
			"insert into filtered_emails (owner_id, account_id, email_id, filter_id, state) values ($1, $2, $3, $4, 'due')",
			[ada.ownerId, account, mail?.id, rule.id],
		);
		const ids = [mail?.id ?? ""];
		await filterNewMail(server.ctx, {
			ownerId: ada.ownerId,
			accountId: account,
			ids,
			signal: new AbortController().signal,
		});
		await server.ctx.jobs.drain();
		expect(await folderOf("Left over")).toBe("archive");
	});

	it("uses folders where labels are unsupported, and reports why a rule cannot act", async () => {
		await make({ name: "Label", ruleType: "subject", ruleValue: "to label", action: "label", labelName: "Receipts" });
		await receive(message("a@label.example", "To label"));
		expect((await found('in:"Receipts" subject:"to label"')).length).toBe(1);
		const bad = await make({
			name: "Bad",
			ruleType: "subject",
			ruleValue: "nowhere",
			action: "move",
			folderName: "a//b",
		});
		await receive(message("a@label.example", "Goes nowhere"));
		expect(await folderOf("Goes nowhere")).toBe("inbox");
		const rule = (await filters.listFilters()).items.find(({ id }) => id === bad.id);
		expect(rule?.lastError).toMatch(/folder's name/);
	});

	it("is forwarded as a draft with the whole message attached, once", async () => {
		await make({
			name: "On",
			ruleType: "subject",
			ruleValue: "pass on",
			action: "forward",
			forwardTo: "boss@work.example",
		});
		const raw = message("a@forward.example", "Pass on", "Grüße ünd more");
		await receive(raw);
		await receive();
		const all = await found('subject:"Pass on"');
		expect(all.filter(({ folder }) => folder === "inbox")).toHaveLength(1);
		const drafts = all.filter(({ folder }) => folder === "drafts");
		expect(drafts).toHaveLength(1);
		const reply = await ada.fetch(`/api/v1/emails/${drafts[0]?.id}/raw`);
		const text = await reply.text();
		expect(text).toContain("To: boss@work.example");
		expect(text).toContain("Content-Type: message/rfc822");
		expect(text).toContain("Grüße ünd more");
	});

	describe("with the screener on", () => {
		const screener = (state?: "waiting" | "accepted" | "blocked") =>
			filters.getScreener({ query: { account, ...(state && { state }) } });
		beforeAll(() => filters.setScreener({ body: { account, isOn: true } }));
		afterAll(() => filters.setScreener({ body: { account, isOn: false } }));

		it("is held when its sender is new, and released once the sender is accepted", async () => {
			await receive(
				message("new@stranger.example", "First contact"),
				message("new@stranger.example", "Second contact"),
				message("friend@known.example", "From a friend"),
				message("written@to.example", "An answer"),
			);
			const { items, waiting, mailboxes } = await screener();
			expect(mailboxes).toMatchObject([{ accountId: account, isOn: true, by: "folder", reason: null }]);
			expect(waiting).toBe(1);
			expect(items).toMatchObject([
				{ senderEmail: "new@stranger.example", count: 2, newest: { subject: expect.stringContaining("contact") } },
			]);
			expect(await atServer("Screener")).toBe(2);
			expect([await folderOf("From a friend"), await folderOf("An answer")]).toEqual(["inbox", "inbox"]);
			const { operations: made } = await filters.decideSenders({
				body: { account, senders: ["new@stranger.example"], decision: "accept" },
			});
			expect(made).toMatchObject([{ count: 2, source: "block-filter" }]);
			await receive(message("new@stranger.example", "Third contact"));
			expect([await folderOf("First contact"), await folderOf("Third contact")]).toEqual(["inbox", "inbox"]);
			expect((await screener("accepted")).items).toHaveLength(1);
		});

		it("goes to spam when its sender is blocked, now and later", async () => {
			await receive(message("pest@pest.example", "Buy this"));
			await filters.decideSenders({ body: { account, senders: ["pest@pest.example"], decision: "block" } });
			await receive(message("pest@pest.example", "Buy that"));
			expect([await folderOf("Buy this"), await folderOf("Buy that")]).toEqual(["spam", "spam"]);
			await filters.decideSenders({ body: { account, senders: ["pest@pest.example"], decision: "accept" } });
			await server.ctx.jobs.drain();
			expect([await folderOf("Buy this"), await folderOf("Buy that")]).toEqual(["inbox", "inbox"]);
		});

		it("is matched by rules before the screener", async () => {
			await make({ name: "Ours", ruleType: "domain", ruleValue: "partner.example", action: "star" });
			await receive(message("new@partner.example", "From a partner"));
			expect(await folderOf("From a partner")).toBe("inbox");
			expect((await screener()).items).toEqual([]);
		});

		it("says what it would have quarantined while it was off, and quarantines it when it is turned on with that", async () => {
			await filters.setScreener({ body: { account, isOn: false } });
			await receive(
				message("petra@lind.example", "A first letter"),
				message("friend@known.example", "From a friend again"),
			);
			const preview = await filters.getScreenerPreview({ query: { account } });
			expect(preview.items).toContainEqual({ senderEmail: "petra@lind.example", senderName: "petra", count: 1 });
			expect(preview.items.map(({ senderEmail }) => senderEmail)).not.toContain("friend@known.example");
			expect(preview.count).toBe(preview.items.reduce((sum, { count }) => sum + count, 0));
			expect(await folderOf("A first letter")).toBe("inbox");
			await filters.setScreener({ body: { account, isOn: true, withRecent: true } });
			await server.ctx.jobs.drain();
			expect((await screener()).items.map(({ senderEmail }) => senderEmail)).toContain("petra@lind.example");
			expect(await folderOf("A first letter")).toBe("custom");
			expect((await filters.getScreenerPreview({ query: { account } })).items).toEqual([]);
		});
	});
});
