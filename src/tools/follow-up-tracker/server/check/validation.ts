import { parseAddress } from "#kernel/addresses.ts";
import { capability } from "#kernel/capabilities.ts";
import type { MailContext } from "#kernel/module.ts";
import { validateAddresses } from "#shared/capabilities/validate-addresses.ts";

/** A verdict is used for this long. */
const FRESH_MS = 30 * 86_400_000;
/** A page of addresses; mail servers that are asked for mailboxes may take longer. */
const TIMEOUT_MS = 60_000;

/** What the validator says about an address. */
export interface ValidatorVerdict {
	status: string;
	reason: string;
}

interface Verdicts {
	/** By address in lower case. */
	verdicts: Map<string, ValidatorVerdict>;
	/** In lower case: addresses that the limit of the user's plan leaves without a recent verdict. */
	beyondLimit: Set<string>;
}

/**
 * The validator's verdicts. Addresses that were not validated lately are validated now; one whose verdict takes too long
 * has none. Without a validator none has.
 * @param given.emails as recipients are stored
 */
export async function verdictsOn(
	ctx: MailContext,
	{ ownerId, emails, signal }: { ownerId: string; emails: readonly string[]; signal: AbortSignal },
): Promise<Verdicts> {
	const asked = emails.filter((email) => typeof parseAddress(email) !== "string");
	const limits = { maxAgeMs: FRESH_MS, timeoutMs: TIMEOUT_MS };
	const found = await capability(ctx, validateAddresses)?.({ ownerId, signal }, { emails: asked, ...limits });
	return {
		verdicts: new Map(found?.verdicts.map(({ email, ...verdict }) => [email.toLowerCase(), verdict])),
		beyondLimit: new Set(found?.beyondLimit.map((email) => email.toLowerCase())),
	};
}
