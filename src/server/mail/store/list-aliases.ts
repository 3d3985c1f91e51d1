import { domainOf } from "#shared/mail/addresses.ts";
import { storable } from "../../db/storable.ts";
import type { NewRow } from "../../db/table.ts";
import { organizationOf } from "../classify/features/features.ts";
import type { AccountScope } from "../context/account-scope.ts";
import type { emails, StoredUnsubscribe } from "../emails/emails.ts";

/** One newsletter sent from several addresses is one list, although no List-Id says so: `list_aliases`. */

/** Of a message that is stored. */
export type ListMember = Pick<NewRow<typeof emails>, "senderName" | "senderEmail" | "listUnsubscribe"> & {
	listKey: string;
};

/** Lists by sender; those by List-Id need no alias. */
const BY_SENDER = "from:";

/** Addresses that write about orders and accounts: never the same list as a newsletter of that name. */
const ABOUT_ACCOUNTS =
	/account|alert|billing|booking|confirm|deliver|invoice|notif|order|password|payment|receipt|reserv|security|service|ship|support|ticket|transaction|verif/;

/**
 * The list of each list key: another address of the same organization that sends under the same name, with the same
 * unsubscribe service, belongs to the list of the first one. An address never changes its list.
 * @returns only the keys that belong to another list
 */
export async function resolveAliases(
	{ database, ownerId, accountId }: AccountScope,
	messages: readonly ListMember[],
): Promise<Map<string, string>> {
	const members = messages.filter(({ listKey: key }) => key.startsWith(BY_SENDER));
	if (members.length === 0) return new Map();
	const named = members.map((member) => ({ key: storable(member.listKey), name: nameOf(member) }));
	const wanted = [...new Set(named.flatMap(({ key, name }) => (name === null ? [key] : [key, name])))];
	const rows = await database.query<{ alias: string; list: string }>(
		"select alias, list_key as list from list_aliases where owner_id = $1 and account_id = $2 and alias = any($3::text[])",
		[ownerId, accountId, wanted],
	);
	const known = new Map(rows.map(({ alias, list }) => [alias, list]));
	const added = new Map<string, string>();
	for (const { key, name } of named) {
		if (name === null) continue;
		const list = known.get(key) ?? known.get(name) ?? key;
		for (const alias of [key, name]) {
			if (known.has(alias)) continue;
			known.set(alias, list);
			added.set(alias, list);
		}
	}
	if (added.size > 0)
		await database.exec(
			`insert into list_aliases (owner_id, account_id, alias, list_key)
			select $1, $2, n.alias, n.list_key from unnest($3::text[], $4::text[]) as n (alias, list_key)
			on conflict do nothing`,
			[ownerId, accountId, [...added.keys()], [...added.values()]],
		);
	return new Map(
		named.flatMap(({ key }) => ((known.get(key) ?? key) === key ? [] : [[key, known.get(key) as string]])),
	);
}

/** What two addresses of one newsletter share; null: nothing that could be compared. */
function nameOf({ senderName: name, senderEmail: email, listUnsubscribe: stored }: ListMember): string | null {
	const service = serviceOf(stored ?? null);
	const words = name.trim().toLowerCase();
	const local = email.slice(0, email.lastIndexOf("@"));
	if (service === null || words === "" || words.includes("@") || ABOUT_ACCOUNTS.test(local)) return null;
	return storable(`name:${organizationOf(domainOf(email))} ${service} ${words}`.slice(0, MAX_LENGTH));
}

const MAX_LENGTH = 300;

/** The domain that takes unsubscribe requests, without the number of its host. */
function serviceOf(stored: StoredUnsubscribe | null): string | null {
	const [url] = stored?.urls ?? [];
	const [mailto] = stored?.mailtos ?? [];
	const host = url === undefined ? domainOf((mailto ?? "").split("?")[0] ?? "") : URL.parse(url)?.hostname;
	return host ? organizationOf(host.toLowerCase()).replace(/\d+/g, "") : null;
}
