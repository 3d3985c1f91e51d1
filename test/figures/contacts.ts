import { expect } from "vitest";
import type { TestUser } from "#test/server.ts";
import { contactsContract } from "#tools/contacts/contract.ts";
import { contactParts } from "#tools/contacts/fields.ts";
import type { Figures, Pair } from "./pairs.ts";

/** Contacts and organizations are those of all mailboxes. */
export const contacts: Figures = {
	screen: "contacts: parts, rows, organizations",
	numbers: [
		"listContacts total",
		"listContacts parts{}",
		...["receivedCount", "sentCount"].flatMap((name) => [
			`listContacts items[].${name}`,
			`listOrganizations items[].${name}`,
			`getContact contact.${name}`,
			`getContact addresses[].${name}`,
		]),
		"listContactTags items[].contacts",
		"listOrganizations items[].contacts",
		"listOrganizations total",
		"listContactEmails total",
	],
	async read(user) {
		const client = user.client(contactsContract);
		await expect.poll(async () => (await client.listContacts({ query: {} })).isPreparing).toBe(false);
		const { parts, total } = await client.listContacts({ query: {} });
		const pairs: Pair[] = [{ what: "contacts", count: total, listed: (await all(user, {})).length }];
		for (const part of contactParts)
			pairs.push({ what: `part ${part}`, count: parts[part], listed: (await all(user, { part })).length });
		for (const { id, addresses, receivedCount, sentCount } of (await all(user, {})).slice(0, 12)) {
			const [name = id] = addresses;
			const emails = await emailsOf(user, id);
			const { contact, addresses: own } = await client.getContact({ params: { id } });
			const sum = (of: "receivedCount" | "sentCount") => own.reduce((count, one) => count + one[of], 0);
			pairs.push(
				{ what: `emails from ${name}`, count: receivedCount, listed: emails.received },
				{ what: `emails to ${name}`, count: sentCount, listed: emails.sent },
				{ what: `emails with ${name}`, count: emails.total, listed: emails.received + emails.sent },
				{ what: `received on the page of ${name}`, count: contact.receivedCount, listed: receivedCount },
				{ what: `sent on the page of ${name}`, count: contact.sentCount, listed: sentCount },
				{ what: `received by address of ${name}`, count: receivedCount, listed: sum("receivedCount") },
				{ what: `sent by address of ${name}`, count: sentCount, listed: sum("sentCount") },
			);
		}
		const [tagged] = await all(user, {});
		if (tagged !== undefined) await client.tagContacts({ body: { ids: [tagged.id], add: ["Figures"] } });
		for (const { tag, contacts: count } of (await client.listContactTags()).items)
			pairs.push({ what: `contacts with the tag ${tag}`, count, listed: (await all(user, { tag })).length });
		const { items, total: count } = await client.listOrganizations({ query: { limit: 2_000 } });
		pairs.push({ what: "organizations", count, listed: items.length });
		for (const { organization, contacts: count, receivedCount, sentCount } of items.slice(0, 12)) {
			const people = await all(user, { organization });
			const sum = (of: "receivedCount" | "sentCount") => people.reduce((all, one) => all + one[of], 0);
			pairs.push(
				{ what: `contacts of ${organization}`, count, listed: people.length },
				{ what: `received from ${organization}`, count: receivedCount, listed: sum("receivedCount") },
				{ what: `sent to ${organization}`, count: sentCount, listed: sum("sentCount") },
			);
		}
		return pairs;
	},
};

interface Selected {
	part?: (typeof contactParts)[number];
	organization?: string;
	tag?: string;
}

/** The contacts that the list has, page by page. */
async function all(user: TestUser, selected: Selected) {
	const client = user.client(contactsContract);
	const found = [];
	for (let cursor: string | undefined; ; ) {
		const page = await client.listContacts({ query: { ...selected, limit: 500, cursor } });
		found.push(...page.items);
		if (page.nextCursor === null) return found;
		cursor = page.nextCursor;
	}
}

/** The emails that the page of a contact lists. */
async function emailsOf(user: TestUser, id: string) {
	const client = user.client(contactsContract);
	const seen = { total: 0, received: 0, sent: 0 };
	for (let cursor: string | undefined; ; ) {
		const page = await client.listContactEmails({ params: { id }, query: { cursor } });
		seen.total = page.total;
		for (const { folder } of page.items) seen[folder === "sent" ? "sent" : "received"]++;
		if (page.nextCursor === null) return seen;
		cursor = page.nextCursor;
	}
}
