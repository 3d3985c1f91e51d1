import { afterAll, beforeAll, expect, it } from "vitest";
import { outgoingContract } from "#shared/contracts/outgoing.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { composerContract } from "#tools/composer/contract.ts";

/** Two users whose messages and changes alternate in time: no page of one has anything of the other. */

const COUNT = 4;
const START = Date.UTC(2026, 0, 1);

let server: TestServer;
let users: TestUser[];

beforeAll(async () => {
	server = await startTestServer();
	users = [await server.signUp(), await server.signUp()];
	for (const { ownerId } of users) await addMailbox(ownerId);
	for (let n = 0; n < COUNT; n++) for (const { ownerId } of users) await add(ownerId, n);
});
afterAll(() => server.close());

const accounts = new Map<string, string>();
const all: Record<"outgoing" | "drafts" | "operations", Map<string, string>> = {
	outgoing: new Map(),
	drafts: new Map(),
	operations: new Map(),
};

async function addMailbox(ownerId: string): Promise<void> {
	const id = newId();
	accounts.set(ownerId, id);
	await server.ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name, email) values ($1, $2, 'demo', 'Demo', 'demo@example.org')",
		[ownerId, id],
	);
}

/** One of each kind. They have the same times for both users: what follows a cursor is decided by the ids. */
async function add(ownerId: string, n: number): Promise<void> {
	const { database } = server.ctx;
	const account = accounts.get(ownerId);
	const at = new Date(START + n * 1_000);
	const [message, draft, operation] = [newId(), newId(), newId()];
	await database.exec(
		`insert into outgoing_messages (owner_id, account_id, id, idempotency_key, message_id, sender, subject, priority, state,
			created_at)
		values ($1, $2, $3, $5, $5, 'demo@example.org', $1, 'interactive', 'failed', $4)`,
		[ownerId, account, message, at, message],
	);
	await database.exec(
		`insert into drafts (owner_id, id, sender_id, kind, message_references, recipients, subject, body_text, state, outgoing_id,
			created_at, updated_at)
		values ($1, $2, $3, 'new', '{}', '{"to":[],"cc":[],"bcc":[]}', $1, '', 'sent', $4, $5, $5)`,
		[ownerId, draft, account, message, at],
	);
	await database.exec(
		`insert into operations (owner_id, id, account_id, action, source, state, item_count, created_at, started_at, expires_at)
		values ($1, $2, $3, '{"type":"archive"}', 'inbox', 'done', 1, $4, $4, $5)`,
		[ownerId, operation, account, at, new Date(Date.now() + 86_400_000)],
	);
	all.outgoing.set(message, ownerId);
	all.drafts.set(draft, ownerId);
	all.operations.set(operation, ownerId);
}

type Page = { items: { id: string }[]; nextCursor: string | null };
const lists: [keyof typeof all, (user: TestUser, cursor: string | undefined) => Promise<Page>][] = [
	["outgoing", (user, cursor) => user.client(outgoingContract).listOutgoing({ query: { limit: 1, cursor } })],
	[
		"drafts",
		(user, cursor) => user.client(composerContract).listDrafts({ query: { section: "attention", limit: 1, cursor } }),
	],
	["operations", (user, cursor) => user.client(plansContract).listOperations({ query: { limit: 1, cursor } })],
];

it.each(lists)("pages of one have only the user's own: %s", async (kind, read) => {
	for (const user of users) {
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await read(user, cursor);
			expect(page.items.length).toBeLessThanOrEqual(1);
			seen.push(...page.items.map(({ id }) => id));
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined && seen.length <= COUNT);
		const own = [...all[kind]].flatMap(([id, ownerId]) => (ownerId === user.ownerId ? [id] : []));
		expect(seen).toEqual(own.reverse());
	}
});

it.each(lists)("a cursor of another user leads to the user's own: %s", async (kind, read) => {
	const [ada, bea] = users as [TestUser, TestUser];
	const first = await read(ada, undefined);
	const { items } = await read(bea, first.nextCursor ?? undefined);
	expect(items.map(({ id }) => all[kind].get(id))).toEqual([bea.ownerId]);
});
