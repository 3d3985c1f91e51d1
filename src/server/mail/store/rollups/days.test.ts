import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { testDatabase } from "#test/database.ts";
import { setCategories } from "../categories.ts";
import { lockAccount } from "../change.ts";
import { insertBatch } from "../insert.ts";
import { addAccount, classifier, countsAndRecounts, incoming } from "../testing.ts";
import { recountDays } from "./days.ts";

const [ownerId, accountId] = [newId(), newId()];
const roles = new Map([
	["inbox", "inbox"],
	["sent", "sent"],
] as const);
const attachment = { index: 0, filename: "a.pdf", contentType: "application/pdf", contentId: null, isInline: false };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
	await addAccount(database, ownerId, accountId);
});
afterAll(() => database.remove());

const days = () =>
	database.query(
		`select day::text, folder_role, category, email_count as n, attached_count as attached, attached_bytes::int as bytes,
			attachment_bytes::int as files, important_count as important,
			array(select hour - 1 from generate_series(1, 24) as hour where hour_counts[hour] > 0 order by hour) as hours
		from day_stats order by day, folder_role, category`,
		[],
	);
async function expectCounts(): Promise<void> {
	for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
}

it("counts by category and hour, important mail and attachments, and counts again from scratch", async () => {
	const flags = { read: true, starred: false, important: true, answered: false };
	const messages = [
		incoming({ id: "1", receivedAt: Date.parse("2024-02-29T23:59:59.999Z"), sizeBytes: 5_000, flags }, {
			attachments: [{ ...attachment, sizeBytes: 4_000 }],
		} as object),
		incoming({ id: "2", receivedAt: Date.parse("2024-03-01T00:00:00Z") }),
		incoming({ id: "3", receivedAt: Date.parse("2024-03-01T09:30:00Z"), category: "social" }),
		incoming({ id: "4", receivedAt: Date.parse("9999-12-01T09:30:00Z"), folderId: "sent" }),
	];
	await insertBatch(database, ownerId, accountId, { messages, removed: [], roles, classifier });
	const none = { attached: 0, bytes: 0, files: 0, important: 0 };
	const counted = [
		{
			...{ day: "2024-02-29", folder_role: "inbox", category: "primary", n: 1 },
			...{ attached: 1, bytes: 5_000, files: 4_000, important: 1, hours: [23] },
		},
		{ day: "2024-03-01", folder_role: "inbox", category: "primary", n: 1, ...none, hours: [0] },
		{ day: "2024-03-01", folder_role: "inbox", category: "social", n: 1, ...none, hours: [9] },
		{ day: "9999-12-01", folder_role: "sent", category: "", n: 1, ...none, hours: [9] },
	];
	expect(await days()).toEqual(counted);
	await expectCounts();

	const second = await database.one<{ id: string }>("select id from emails where provider_id = '2'", []);
	await database.transaction(() =>
		setCategories({ database, ownerId, accountId }, [
			{ id: second?.id ?? "", category: "social", reason: null, source: "user", previous: null },
		]),
	);
	const moved = [counted[0], { ...counted[2], n: 2, hours: [0, 9] }, counted[3]];
	expect(await days()).toEqual(moved);

	await database.exec("delete from day_stats where day = '2024-02-29'", []);
	await database.exec("update day_stats set email_count = 9, hour_counts = array_fill(1, array[24])", []);
	await database.exec("update day_stats set day = '2024-05-05' where folder_role = 'sent'", []);
	let from: string | null = null;
	let steps = 0;
	do {
		const since: string | null = from;
		from = await database.transaction(async () => {
			await lockAccount(database, accountId);
			return recountDays({ database, ownerId, accountId }, since);
		});
		steps += 1;
	} while (from !== null);
	// One month at a time, and none for the months without mail.
	expect(steps).toBe(4);
	expect(await days()).toEqual(moved);
	await expectCounts();
});
