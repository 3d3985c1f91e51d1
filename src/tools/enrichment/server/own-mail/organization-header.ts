import { type HeaderField, headerText } from "#shared/mail/headers.ts";
import { trimEndOf } from "#shared/trim.ts";

const MAX_LENGTH = 100;
/** What people write who have none, and jokes. */
const NONE =
	/^(?:none|no(?:ne| one)? .*|n\/?a|home|private|privat|self|myself|me|personal|not organi[sz]ed|disorgani[sz]ed|unorgani[sz]ed|very little|.*\b(?:at best|speaking for)\b.*)$/i;

/**
 * The company that a message's Organization header names (RFC 1036, section 2.2.8); null: none, or a joke. In a header of
 * several parts the last one is the organization, and those before it are its departments.
 */
export function organizationIn(fields: readonly HeaderField[]): string | null {
	const field = fields.find(({ name }) => name === "organization" || name === "organisation");
	if (field === undefined) return null;
	const text = trimEndOf(headerText(field.raw.slice(0, 1_000)).replace(/\s+/g, " ").trim(), " .,;");
	const plain = text
		.replace(/[<(](?:https?:|www\.)[^>)]*[>)]/gi, "")
		.trim()
		.replace(/^["']|["']$/g, "");
	if (plain.length < 2 || plain.length > MAX_LENGTH || NONE.test(plain)) return null;
	if (/[?!:;<>{}[\]\\|=]|\.\.|https?:|www\.|@/.test(plain) || !/\p{L}{2}/u.test(plain)) return null;
	// A name is written in capitals, unless it is a domain or of a script that has none.
	const isName = /^[\p{Lu}\p{Lo}\d]|^\p{Ll}+\p{Lu}|^[a-z\d-]+\.[a-z]{2,}$/u.test(plain);
	return isName && plain.split(" ").length <= 10 ? plain : null;
}
