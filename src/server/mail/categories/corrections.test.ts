import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import type { Category } from "#shared/mail/categories.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { Yield } from "../../platform/jobs/jobs.ts";
import { type Classifier, createClassifier } from "../classify/classifier.ts";
import type { FolderRole, RemoteMessage } from "../provider/provider.ts";
import { insertBatch } from "../store/insert.ts";
import { addAccount, countsAndRecounts, incoming } from "../store/testing.ts";
import { type CorrectionTarget, correct, listCorrections, previewCorrection, revert } from "./corrections.ts";
import { reclassifyJob } from "./reclassify.ts";

const owner = "owner-1";
const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["sent", "sent"],
	["trash", "trash"],
]);
const SHOP = { name: "Lantern Shop", email: "offers@lantern.example" };
const ANN = { name: "Ann Lee", email: "ann.lee@fern.example" };
const LIST = { urls: ["https://x.example/leave"], mailtos: [], links: [], oneClick: false, listId: "talk.x.example" };

let install: Awaited<ReturnType<typeof testInstall>>;
let box: TestMailbox;
let account: string;
beforeAll(async () => {
	install = await testInstall();
	box = await openMailbox(install);
});
afterAll(async () => {
	await box.close();
	await install.remove();
});
beforeEach(async () => {
	account = newId();
	await addAccount(box.ctx.database, owner, account);
});
afterEach(async () => {
	for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
});

type Arriving = Partial<ParsedMessage> & { remote?: Partial<RemoteMessage> };

/** Stores new mail, classified as in a sync. @returns message ids */
async function arrive(messages: Arriving[], by?: Classifier): Promise<string[]> {
	const { database } = box.ctx;
	const classifier = by ?? (await createClassifier(database, owner, account));
	const keys = messages.map(() => newId());
	const batch = messages.map(({ remote, ...parsed }, i) => incoming({ id: keys[i] as string, ...remote }, parsed));
	for (let from = 0; from < batch.length; from += 200)
		await insertBatch(database, owner, account, {
			messages: batch.slice(from, from + 200),
			removed: [],
			roles,
			classifier,
		});
	const rows = await database.query<{ id: string; provider_id: string }>(
		"select id, provider_id from emails where account_id = $1 and provider_id = any($2::text[])",
		[account, keys],
	);
	const byKey = new Map(rows.map((row) => [row.provider_id, row.id]));
	return keys.map((key) => byKey.get(key) as string);
}

/** Stored categories of messages, with all related columns. */
async function rowState(ids: readonly string[]) {
	const rows = await box.ctx.database.query<{
		id: string;
		category: string;
		reason: string;
		source: string;
		previous: unknown;
	}>(
		`select id, category, category_reason as reason, category_source as source, previous_category as previous from emails
		where id = any($1::uuid[])`,
		[ids],
	);
	const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
	return ids.map((id) => byId.get(id));
}

const categoriesOf = async (ids: readonly string[]) => (await rowState(ids)).map((row) => row?.category);
const offer = (n: number): Arriving => ({ from: SHOP, subject: `${n} % off lamps`, headers: { precedence: "bulk" } });
const ofSender = (senderEmail: string): CorrectionTarget => ({ type: "sender", accountId: account, senderEmail });
const ofMessage = (emailId = ""): CorrectionTarget => ({ type: "message", emailId });
const setCategory = (target: CorrectionTarget, category: Category) => correct(box.ctx, owner, target, category);

describe("correcting a message", () => {
	it("moves it, gives the reason, trains the classifier, and can be undone", async () => {
		const [first = ""] = await arrive([offer(10)]);
		const before = await rowState([first]);
		expect(before).toMatchObject([{ category: "promotions", source: "classifier", previous: null }]);

		const { correction, moved, job } = await setCategory(ofMessage(first), "primary");
		expect({ moved, job }).toEqual({ moved: 1, job: null });
		expect(await rowState([first])).toMatchObject([
			{ category: "primary", reason: "You moved it there.", source: "user" },
		]);

		const [second = "", stranger = ""] = await arrive([
			offer(20),
			{ ...offer(30), from: { name: "", email: "promo@else.example" } },
		]);
		expect(await rowState([second, stranger])).toMatchObject([
			{ category: "primary", reason: "You moved other mail from this sender there.", source: "classifier" },
			{ category: "promotions", source: "classifier" },
		]);

		await revert(box.ctx, owner, correction.id, "undo");
		expect(await rowState([first])).toEqual(before);
		expect(await categoriesOf(await arrive([offer(40)]))).toEqual(["promotions"]);
	});

	it("remembers the provider's category for when the correction is reverted", async () => {
		const remote = { category: "social" as const };
		const [categorized = ""] = await arrive([{ from: ANN, remote }]);
		const before = await rowState([categorized]);
		const first = await setCategory(ofMessage(categorized), "updates");
		await setCategory(ofMessage(categorized), "forums");
		expect(await categoriesOf([categorized])).toEqual(["forums"]);
		const { correction } = await revert(
			box.ctx,
			owner,
			(await listCorrections(box.ctx.database, owner, account))[0]?.id ?? "",
			"undo",
		);
		expect([correction.category, ...(await categoriesOf([categorized]))]).toEqual(["forums", "updates"]);
		await revert(box.ctx, owner, first.correction.id, "undo");
		expect(await rowState([categorized])).toEqual(before);
	});

	it("is rejected for a message that the user wrote", async () => {
		const [own = ""] = await arrive([{ from: ANN, remote: { folderId: "sent" } }]);
		await expect(setCategory(ofMessage(own), "updates")).rejects.toMatchObject({ status: 400, code: "own-mail" });
		expect(await rowState([own])).toMatchObject([{ category: null }]);
	});
});

describe("correcting a sender or a list", () => {
	it("moves its past and future mail, except individually corrected messages, as the preview says", async () => {
		const [a = "", b = "", alone = "", other = "", own = ""] = await arrive([
			offer(1),
			{ ...offer(2), remote: { folderId: "trash" } },
			offer(3),
			{ from: ANN, subject: "Sunday" },
			{ ...offer(4), remote: { folderId: "sent" } },
		]);
		await setCategory(ofMessage(alone), "forums");
		const before = await rowState([a, b, alone, other, own]);
		const preview = await previewCorrection(box.ctx, owner, ofSender(SHOP.email), "updates");
		expect(preview.count).toBe(2);
		expect(preview.sample.map(({ id }) => id).sort()).toEqual([a, b].sort());

		const { correction, moved } = await setCategory(ofSender("Offers@Lantern.example "), "updates");
		expect(correction).toMatchObject({
			targetType: "sender",
			target: SHOP.email,
			name: SHOP.name,
			category: "updates",
		});
		expect(moved).toBe(preview.count);
		expect(await categoriesOf([a, b, alone, other, own])).toEqual(["updates", "updates", "forums", "primary", null]);
		expect((await rowState([a]))[0]?.reason).toBe(`You moved mail from ${SHOP.email} there.`);
		expect((await previewCorrection(box.ctx, owner, ofSender(SHOP.email), "updates")).count).toBe(0);

		const [next = "", categorized = ""] = await arrive([offer(5), { ...offer(6), remote: { category: "promotions" } }]);
		expect(await rowState([next, categorized])).toMatchObject([
			{ category: "updates", source: "user", previous: { source: "classifier" } },
			{ category: "updates", source: "user", previous: { category: "promotions", source: "provider" } },
		]);

		await revert(box.ctx, owner, correction.id, "undo");
		expect(await rowState([a, b, alone, other, own])).toEqual(before);
		expect(await rowState([categorized])).toMatchObject([
			{ category: "promotions", source: "provider", previous: null },
		]);
		expect((await rowState([next]))[0]).toMatchObject({ source: "classifier", previous: null });
	});

	it("follows the newest of several corrections, and the previous one when that is reverted", async () => {
		const [one = ""] = await arrive([
			{ from: ANN, listUnsubscribe: LIST, headers: { "list-id": "Talk <talk.x.example>" } },
		]);
		const list: CorrectionTarget = { type: "list", accountId: account, listKey: "list:talk.x.example" };
		const before = await rowState([one]);
		const first = await setCategory(list, "forums");
		expect(first.correction.name).toBe("Talk");
		const second = await setCategory(ofSender(ANN.email), "primary");
		expect(await categoriesOf([one])).toEqual(["primary"]);
		const third = await setCategory(list, "updates");
		expect(await rowState([one])).toMatchObject([{ category: "updates", reason: "You moved the list Talk there." }]);
		expect(await listCorrections(box.ctx.database, owner, account)).toMatchObject([
			{ targetType: "list", category: "updates" },
			{ targetType: "sender", category: "primary" },
		]);

		await revert(box.ctx, owner, third.correction.id, "undo");
		expect(await categoriesOf([one])).toEqual(["primary"]);
		await revert(box.ctx, owner, second.correction.id, "undo");
		expect(await categoriesOf([one])).toEqual(["forums"]);
		await setCategory(list, "social");
		await revert(box.ctx, owner, first.correction.id, "forget");
		expect(await rowState([one])).toEqual(before);
		expect(await listCorrections(box.ctx.database, owner, account)).toEqual([]);
	});

	it("moves many messages in a job, back and forth, however the jobs interleave", async () => {
		const ids = await arrive(Array.from({ length: 600 }, (_, n) => offer(n)));
		const before = await rowState(ids);
		const { job, moved, correction } = await setCategory(ofSender(SHOP.email), "social");
		expect(moved).toBe(0);
		await box.ctx.jobs.drain();
		expect(await box.ctx.jobs.get(owner, job ?? "")).toMatchObject({ state: "done", result: { moved: 600 } });
		expect(new Set(await categoriesOf(ids))).toEqual(new Set(["social"]));

		const again = await setCategory(ofSender(SHOP.email), "forums");
		await revert(box.ctx, owner, again.correction.id, "undo");
		await revert(box.ctx, owner, correction.id, "undo");
		await box.ctx.jobs.drain();
		expect(await rowState(ids)).toEqual(before);
	});

	it("resumes where a job was stopped", async () => {
		const ids = await arrive(Array.from({ length: 510 }, (_, n) => offer(n)));
		const { database } = box.ctx;
		const values = [owner, account, newId(), SHOP.email];
		await database.exec(
			`insert into category_corrections (owner_id, account_id, id, target_type, target, category, name)
			values ($1, $2, $3, 'sender', $4, 'social', 'Lantern Shop')`,
			values,
		);
		let saved: Record<string, unknown> = {};
		const job: Parameters<typeof reclassifyJob.run>[1] = {
			id: newId(),
			ownerId: owner,
			accountId: account,
			input: { accountId: account, targetType: "sender", target: SHOP.email },
			attempt: 1,
			leaseId: "test-lease",
			previous: null,
			signal: new AbortController().signal,
			progress: ({ result }) => {
				saved = result ?? {};
			},
			yieldIfWaiting: () => Promise.reject(new Yield("enough")),
		};
		await expect(reclassifyJob.run(box.ctx, job)).rejects.toThrow("enough");
		expect(new Set(await categoriesOf(ids))).toEqual(new Set(["social", "promotions"]));
		const result = await reclassifyJob.run(box.ctx, {
			...job,
			previous: saved,
			yieldIfWaiting: () => Promise.resolve(),
		});
		expect(result).toEqual({ moved: 510 });
		expect(new Set(await categoriesOf(ids))).toEqual(new Set(["social"]));
	});

	it("applies to mail stored by a sync that began before", async () => {
		const classifier = await createClassifier(box.ctx.database, owner, account);
		await arrive([offer(1)], classifier);
		await setCategory(ofSender(SHOP.email), "updates");
		expect(await categoriesOf(await arrive([offer(2)], classifier))).toEqual(["updates"]);
	});

	it("shortens odd sender names to one line", async () => {
		const from = { name: "", email: `${"x".repeat(300)}\u202e\u0007@odd.example` };
		const [odd = ""] = await arrive([{ from }]);
		const row = await box.ctx.database.one<{ sender_email: string }>("select sender_email from emails where id = $1", [
			odd,
		]);
		await setCategory(ofSender(row?.sender_email ?? ""), "updates");
		const why = (await rowState([odd]))[0]?.reason ?? "";
		expect(why).toMatch(/^You moved mail from x{80}… there\.$/);
	});
});

describe("another user", () => {
	it("cannot see, make or revert corrections", async () => {
		const [id = ""] = await arrive([offer(1)]);
		const { correction } = await setCategory(ofMessage(id), "primary");
		const before = await rowState([id]);
		const theirs = "owner-2";
		const missing = { status: 404 };
		for (const target of [ofMessage(id), ofSender(SHOP.email)]) {
			await expect(previewCorrection(box.ctx, theirs, target, "forums")).rejects.toMatchObject(missing);
			await expect(correct(box.ctx, theirs, target, "forums")).rejects.toMatchObject(missing);
		}
		await expect(revert(box.ctx, theirs, correction.id, "undo")).rejects.toMatchObject(missing);
		expect(await listCorrections(box.ctx.database, theirs, null)).toEqual([]);
		expect(await rowState([id])).toEqual(before);

		// The same address writes to both: one user's corrections do not affect the other.
		const mine = account;
		account = newId();
		await addAccount(box.ctx.database, theirs, account);
		const classifier = await createClassifier(box.ctx.database, theirs, account);
		await insertBatch(box.ctx.database, theirs, account, {
			messages: [incoming({ id: "1" }, offer(2))],
			removed: [],
			roles,
			classifier,
		});
		const row = await box.ctx.database.one("select category from emails where account_id = $1", [account]);
		expect(row).toEqual({ category: "promotions" });
		account = mine;
	});
});
