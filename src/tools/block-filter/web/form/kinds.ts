import type { Leaf } from "../../condition.ts";
import { t } from "../base/text.ts";

/** Kinds of conditions, in the order of the menu. */

export type Kind = Leaf["kind"];

interface KindInfo {
	kind: Kind;
	label: string;
	/** Labels for the condition and its negation. */
	is: [string, string];
	placeholder?: string;
}

export const KINDS: readonly KindInfo[] = [
	{ kind: "domain", label: t.form.senderDomain, is: [t.form.is, t.form.isNot], placeholder: "example.org" },
	{ kind: "sender", label: t.form.sender, is: [t.form.is, t.form.isNot], placeholder: "ann@example.org" },
	{ kind: "to", label: t.form.recipient, is: [t.form.is, t.form.isNot], placeholder: "me@example.org" },
	{ kind: "subject", label: t.form.subject, is: [t.form.has, t.form.doesNotHave], placeholder: t.form.subjectExample },
	{ kind: "keyword", label: t.form.anywhere, is: [t.form.has, t.form.doesNotHave], placeholder: t.form.keywordExample },
	{
		kind: "pattern",
		label: t.form.pattern,
		is: [t.form.matches, t.form.doesNotMatch],
		placeholder: t.form.patternExample,
	},
	{ kind: "size", label: t.form.size, is: [t.form.is, t.form.isNot] },
	{ kind: "age", label: t.form.age, is: [t.form.is, t.form.isNot] },
	{ kind: "list", label: t.form.mailingList, is: [t.form.is, t.form.isNot], placeholder: t.form.anyList },
	{ kind: "attachment", label: t.form.attachment, is: [t.form.isThere, t.form.isNotThere] },
	{ kind: "category", label: t.form.category, is: [t.form.is, t.form.isNot] },
	{ kind: "suspicious", label: t.form.suspicious, is: [t.form.isTrue, t.form.isNotTrue] },
	{ kind: "unconfirmed", label: t.form.senderAuthentication, is: [t.form.failed, t.form.didNotFail] },
];

export function kindInfo(kind: Kind): KindInfo {
	const info = KINDS.find((one) => one.kind === kind);
	if (info === undefined) throw new Error(`There is no condition ${kind}`);
	return info;
}

/** A new condition of a kind; text is kept when switching to another text kind. */
export function leafOf(kind: Kind, before?: Leaf): Leaf {
	const not = before?.not ?? false;
	const value = before !== undefined && "value" in before && before.kind !== "category" ? before.value : "";
	switch (kind) {
		case "pattern":
			return { kind, field: "subject", value, not };
		case "size":
			return { kind, than: "larger", bytes: 5_000_000, not };
		case "age":
			return { kind, than: "older", count: 6, unit: "m", not };
		case "category":
			return { kind, value: "promotions", not };
		case "attachment":
		case "unconfirmed":
		case "suspicious":
			return { kind, not };
		default:
			return { kind, value, not };
	}
}
