import { addressKey } from "#shared/mail/address-key.ts";
import { nameWords, personName } from "../names.ts";
import type { Finding } from "../observation.ts";
import { organizationName } from "../organization-names.ts";
import type { Sender } from "../signature/signature.ts";

const SIGNED = /^signed-off-by: *([^<>\s][^<>\n]{1,80})<([^<>\s]{3,200})>/gim;
/** Lines of a message at most. */
const MAX_SIGNED = 50;

/**
 * What the sender's own `Signed-off-by` lines say, as patches have them: the name, and by the domain of the address the
 * organization that they work for. Those of others are none of the sender's.
 */
export function readSignOffs(text: string, { name, email }: Sender): Omit<Finding, "kind">[] {
	const own = new Set(nameWords(name));
	for (const [, written = "", address = ""] of [...text.matchAll(SIGNED)].slice(0, MAX_SIGNED)) {
		const value = personName(written.trim());
		if (value === null) continue;
		const isOwn = addressKey(address) === email || (own.size > 1 && nameWords(value).every((word) => own.has(word)));
		if (!isOwn) continue;
		const company = organizationName(address);
		return [{ field: "fullName", value }, ...(company === null ? [] : [{ field: "company" as const, value: company }])];
	}
	return [];
}
