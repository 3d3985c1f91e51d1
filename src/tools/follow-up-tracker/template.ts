/** Text with merge fields: `{{first_name}}`, or `{{first_name|there}}` with a fallback for recipients without a value. */

const FIELD = /\{\{([^{}|]+)(?:\|([^{}]*))?\}\}/g;

/** A field's name as it is compared: "First Name" is `first_name`. */
export function fieldName(text: string): string {
	const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
	return words.filter((word) => word !== "").join("_");
}

/** Fields of the mailbox that sends: its person's name and first name. A recipient's fields of the same names win. */
export const senderFields = ["sender_name", "sender_first_name"] as const;

/** Whether a field has the same value for all recipients of a mailbox, or is every recipient's. */
export const isOfRecipient = (field: string): boolean =>
	field !== "email" && !senderFields.some((name) => name === field);

/** Fields that a text uses; `isRequired` without a fallback. */
export function fieldsOf(text: string): { name: string; isRequired: boolean }[] {
	const found = new Map<string, boolean>();
	for (const [, name = "", fallback] of text.matchAll(FIELD)) {
		const key = fieldName(name);
		if (key !== "") found.set(key, (found.get(key) ?? false) || fallback === undefined);
	}
	return [...found].map(([name, isRequired]) => ({ name, isRequired }));
}

/**
 * Fills in the fields.
 * @param format makes a value safe where the text goes, such as into HTML
 * @returns the text, and the fields that have neither a value nor a fallback
 */
export function render(
	text: string,
	values: Readonly<Record<string, string>>,
	format: (value: string) => string = (value) => value,
): { text: string; missing: string[] } {
	const missing = new Set<string>();
	const filled = text.replaceAll(FIELD, (field, name: string, fallback: string | undefined) => {
		const key = fieldName(name);
		if (key === "") return field;
		const value = (Object.hasOwn(values, key) ? (values[key] ?? "") : "").trim() || fallback?.trim();
		if (value === undefined) missing.add(key);
		return format(value ?? "");
	});
	return { text: filled, missing: [...missing] };
}
