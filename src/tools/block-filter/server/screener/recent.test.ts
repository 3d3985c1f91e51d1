import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { filtersContract } from "../../contract.ts";

/** More recent mail than the 1,000 messages that the screener once looked at. */

const SENDERS = 505;
const MINUTE_MS = 60_000;

describeIf(dovecotPath !== null)("a mailbox with much recent mail", () => {
	let dovecot: Dovecot;
	let server: TestServer;
	let account: string;
	let filters: Client<typeof filtersContract>;

	/** @param age minutes */
	const letter = (from: string, to: string, age: number) => {
		const date = new Date(Date.now() - age * MINUTE_MS);
		const lines = [`From: <${from}>`, `To: <${to}>`, `Date: ${date.toUTCString()}`, `Subject: Mail ${age}`];
		return { raw: [...lines, `Message-ID: <${age}.${from}>`, "", "Hello", ""].join("\r\n"), date, flags: "" };
	};

	beforeAll(async () => {
		dovecot = await startDovecot();
		const user = await dovecot.addUser({ name: "ada@post.example" });
		server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
		const ada = await server.signUp();
		filters = ada.client(filtersContract);
		const me = "ada@post.example";
		// Two of each sender, the first ones the oldest.
		const inbox = [...Array(2 * SENDERS).keys()].map((n) => letter(`s${n % SENDERS}@new.example`, me, 5_000 - n));
		const friend = [letter("friend@known.example", me, 100_000), letter("friend@known.example", me, 10)];
		await dovecot.load(user.user, [
			...inbox,
			...friend,
			letter("pal@known.example", me, 11),
			letter("pal@xn--bcher-kva.example", me, 13),
		]);
		const written = ["Pal@known.example", "Pal@bücher.example"].map((to, n) => letter(me, to, 20 + n));
		await dovecot.load(user.user, written, "Sent");
		const secure = (port: number) => ({
			...{ host: "localhost", port, security: "tls" as const, certificate: dovecot.certificate },
		});
		const connected = await ada.client(accountsContract).connectImap({
			body: {
				...{ email: me, username: user.user, password: user.password },
				...{ imap: secure(dovecot.imapsPort), smtp: secure(dovecot.submissionsPort) },
			},
		});
		account = connected.account.id;
		await server.ctx.jobs.drain();
	}, 300_000);
	afterAll(async () => {
		await server.close();
		await dovecot.stop();
	});

	it("is counted completely, listed page by page, and screened completely", async () => {
		const seen: string[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await filters.getScreenerPreview({ query: { account, limit: 200, cursor } });
			expect([page.count, page.total]).toEqual([2 * SENDERS, SENDERS]);
			for (const { senderEmail, count } of page.items) {
				expect(count).toBe(2);
				seen.push(senderEmail);
			}
			if (page.nextCursor === null) break;
			cursor = page.nextCursor;
		}
		// The latest first.
		expect(seen).toEqual([...Array(SENDERS).keys()].map((n) => `s${SENDERS - 1 - n}@new.example`));

		await filters.setScreener({ body: { account, isOn: true, withRecent: true } });
		await server.ctx.jobs.drain();
		expect((await filters.getScreener({ query: { account } })).waiting).toBe(SENDERS);
		const folders = await server.ctx.database.query<{ role: string; emails: number }>(
			`select folder_role as role, count(*)::int as emails from mail_messages_v1 where account_id = $1
			group by folder_role order by folder_role`,
			[account],
		);
		expect(folders.map(({ role, emails }) => [role, emails])).toEqual([
			["custom", 2 * SENDERS],
			["inbox", 4],
			["sent", 2],
		]);
		expect(await filters.getScreenerPreview({ query: { account } })).toMatchObject({ count: 0, total: 0, items: [] });
	}, 300_000);
});
