/** Fields that recipients of campaigns have when they were added from mail or contacts. */
export type PersonField = "name" | "first_name" | "company";

/** A merge field as campaigns fill it in: `{{first_name|there}}`. @param fallback for recipients without a value */
export function mergeField(name: PersonField, fallback: string): string {
	return `{{${name}|${fallback.replaceAll(/[{}|]/g, "").trim()}}}`;
}
