/** DKIM signatures (RFC 6376) as far as a message itself says; nothing here verifies one. */

/** Longer fields are not read; real ones have about a thousand characters. */
const MAX_LENGTH = 8 * 1024;

/** Tags of a DKIM-Signature (RFC 6376 §3.2), without whitespace. */
export function dkimTags(value: string): Record<string, string> {
	const tags: Record<string, string> = {};
	for (const tag of value.slice(0, MAX_LENGTH).replace(/\s+/g, "").split(";")) {
		const equals = tag.indexOf("=");
		if (equals > 0) tags[tag.slice(0, equals)] ??= tag.slice(equals + 1);
	}
	return tags;
}

/** Whether the `h=` of a signature lists all of these header fields. @param names lower case */
export function signsFields({ h = "" }: Record<string, string>, names: readonly string[]): boolean {
	const signed = h.toLowerCase().split(":");
	return names.every((name) => signed.includes(name));
}
