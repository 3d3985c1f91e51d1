import type { ImapFlow, ImapResponse } from "imapflow";
import { atom, type CommandPart, command, sequence } from "../connection/command.ts";
import {
	countUids,
	intersect,
	lowest,
	NO_UIDS,
	parseSequence,
	sequences,
	subtract,
	type UidSet,
	uidSet,
	unite,
} from "../state/uids.ts";
import { isRefusal, readEach } from "./read-each.ts";

/** UIDs per SEARCH on servers without ESEARCH, whose response is one line, in folders with more messages. */
const WINDOW = 500_000;

/**
 * Those of `uids` that exist in the selected folder.
 * With ESEARCH (RFC 4731) the response is ranges, however large the folder.
 * @param atLeast minimum number that must exist: when a server finds fewer, another search is used
 */
export async function existing(client: ImapFlow, uids: UidSet, atLeast = 0, window = WINDOW): Promise<UidSet> {
	const found = await searched(client, uids, window);
	if (found !== null && countUids(found) >= atLeast) return intersect(found, uids);
	const exists = client.mailbox === false ? 0 : client.mailbox.exists;
	if (exists === 0) return NO_UIDS;
	const fetched: number[] = [];
	const refused = await readEach(client, uids, { uid: true }, (uid) => fetched.push(uid) > 0);
	// What is refused may not be there.
	return uidSet(fetched.length + refused.size > exists ? fetched : [...fetched, ...refused.keys()]);
}

/** @returns null: the server refuses to search, as some do where nothing is found */
async function searched(client: ImapFlow, uids: UidSet, window: number): Promise<UidSet | null> {
	let found: UidSet = NO_UIDS;
	try {
		for (const range of parts(client, uids, window).flatMap(sequences))
			found = unite(found, await search(client, [atom("UID"), sequence(range)]));
		return found;
	} catch (cause) {
		if (!isRefusal(client, cause)) throw cause;
		return null;
	}
}

/** UIDs in the selected folder that match `criteria` (RFC 9051 §6.4.4). */
export async function search(client: ImapFlow, criteria: CommandPart[]): Promise<UidSet> {
	let found: UidSet = NO_UIDS;
	const parts = client.capabilities.has("ESEARCH") ? [atom("RETURN"), [atom("ALL")], ...criteria] : criteria;
	await command(client, "UID SEARCH", parts, {
		names: ["SEARCH", "ESEARCH"],
		onResponse(response) {
			found = unite(found, response.command?.toUpperCase() === "ESEARCH" ? ranges(response) : numbers(response));
		},
	});
	return found;
}

const numbers = (response: ImapResponse): UidSet =>
	uidSet(
		words(response)
			.map(Number)
			.filter((uid) => Number.isInteger(uid) && uid > 0 && uid <= 0xffffffff),
	);

function ranges(response: ImapResponse): UidSet {
	const list = words(response);
	return parseSequence(list[list.findIndex((word) => word.toUpperCase() === "ALL") + 1] ?? "");
}

function words({ attributes = [] }: ImapResponse): string[] {
	return attributes.map((part) => (part !== null && "value" in part ? String(part.value ?? "") : ""));
}

function parts(client: ImapFlow, uids: UidSet, window: number): UidSet[] {
	const { exists } = client.mailbox === false ? { exists: 0 } : client.mailbox;
	if (client.capabilities.has("ESEARCH") || exists <= window) return [uids];
	const found: UidSet[] = [];
	for (let rest = uids; rest.length > 0; rest = subtract(rest, found.at(-1) ?? rest)) found.push(lowest(rest, window));
	return found;
}
