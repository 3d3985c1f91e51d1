import { z } from "zod";
import { notFound } from "#kernel/errors.ts";

/** A list in a mailbox; as text `<account id>:<list key>`. */
export interface ListRef {
	accountId: string;
	listKey: string;
}

const UUID_LENGTH = 36;

export function subscriptionIdOf({ accountId, listKey }: ListRef): string {
	return `${accountId}:${listKey}`;
}

/** @throws AppError 404 for a malformed id */
export function readSubscriptionId(id: string): ListRef {
	const accountId = id.slice(0, UUID_LENGTH);
	const listKey = id.slice(UUID_LENGTH + 1);
	if (id[UUID_LENGTH] !== ":" || listKey === "" || !z.uuid().safeParse(accountId).success)
		throw notFound("The subscription");
	return { accountId, listKey };
}

/** The ids as two columns for `unnest`, deduplicated. */
export function columnsOf(refs: readonly ListRef[]): { accountIds: string[]; listKeys: string[] } {
	const each = [...new Map(refs.map((ref) => [subscriptionIdOf(ref), ref])).values()];
	return { accountIds: each.map(({ accountId }) => accountId), listKeys: each.map(({ listKey }) => listKey) };
}
