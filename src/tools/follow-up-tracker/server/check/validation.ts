import { parseAddress } from "#kernel/addresses.ts";
import type { MailContext } from "#kernel/module.ts";
import { usageLeft } from "#kernel/usage.ts";
import { validationRequested } from "#shared/validation-requests.ts";
import { ask } from "./ask.ts";

/** A verdict is used for this long. */
const FRESH_MS = 30 * 86_400_000;
/** A page of addresses; mail servers that are asked for mailboxes may take longer. */
const WAIT_MS = 60_000;

/** What the validator says about an address. */
export interface ValidatorVerdict {
	status: string;
	reason: string;
}

interface Given {
	ownerId: string;
	/** As recipients are stored. */
	emails: readonly string[];
	signal: AbortSignal;
}

interface Verdicts {
	/** By address in lower case. */
	verdicts: Map<string, ValidatorVerdict>;
	/** In lower case: addresses that the limit of the user's plan leaves without a recent verdict. */
	beyondLimit: Set<string>;
}

/**
 * The validator's verdicts. Addresses that were not validated lately are validated now; one whose verdict takes too long
 * has none.
 */
export async function verdictsOn(ctx: MailContext, given: Given): Promise<Verdicts> {
	const { ownerId, emails, signal } = given;
	const { database } = ctx;
	const since = new Date(ctx.now() - FRESH_MS);
	const unknown = await withoutVerdict(ctx, { ...given, since });
	const left = unknown.length === 0 ? null : await usageLeft(ctx, ownerId, "emailsValidated");
	const asked = unknown.slice(0, left ?? undefined);
	if (asked.length > 0)
		await ask(ctx, {
			...{ ownerId, signal, stream: validationRequested, payload: { emails: asked }, waitMs: WAIT_MS },
			read: async () => ((await withoutVerdict(ctx, { ...given, emails: asked, since })).length === 0 ? true : null),
		});
	const rows = await database.query<ValidatorVerdict & { email: string }>(
		`select lower(email) as email, status, reason from validated_addresses_v1
		where owner_id = $1 and lower(email) = any($2::text[])`,
		[ownerId, emails.map((email) => email.toLowerCase())],
	);
	return {
		verdicts: new Map(rows.map(({ email, status, reason }) => [email, { status, reason }])),
		beyondLimit: new Set(unknown.slice(asked.length).map((email) => email.toLowerCase())),
	};
}

async function withoutVerdict(
	{ database }: MailContext,
	{ ownerId, emails, since }: Given & { since: Date },
): Promise<string[]> {
	const rows = await database.query<{ email: string }>(
		`select email from validated_addresses_v1 where owner_id = $1 and email = any($2::text[]) and checked_at >= $3`,
		[ownerId, emails, since],
	);
	const known = new Set(rows.map(({ email }) => email));
	return emails.filter((email) => !known.has(email) && typeof parseAddress(email) !== "string");
}
