import { trimEndOf } from "#shared/trim.ts";
import type { FieldId } from "../fields.ts";

/** Two spellings of one value have the same comparable form; empty: no value. */
export function comparable(field: FieldId, value: string): string {
	const text = value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	if (field === "phone") return text.replace(/[^\d+x]/g, "");
	if (field === "linkedIn" || field === "twitter" || field === "website")
		return trimEndOf(text.replace(/^https?:\/\//, "").replace(/^www\./, ""), "/?#");
	if (field === "company")
		return letters(text.replace(/[\s,](?:inc|llc|ltd|gmbh|ag|corp|corporation|co|limited|s\.?a|b\.?v)\.?$/, ""));
	if (field === "fullName")
		// Initials between names come and go.
		return letters(text.replace(/(?<=\p{L}{2,} )(?:\p{L}\.? )+(?=\p{L}{2,})/gu, ""));
	return letters(text);
}

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "");
