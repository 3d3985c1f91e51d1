import type { Leaf } from "../../condition.ts";

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
	{ kind: "domain", label: "Sender's domain", is: ["is", "is not"], placeholder: "example.org" },
	{ kind: "sender", label: "Sender", is: ["is", "is not"], placeholder: "ann@example.org" },
	{ kind: "to", label: "Recipient", is: ["is", "is not"], placeholder: "me@example.org" },
	{ kind: "subject", label: "Subject", is: ["has", "does not have"], placeholder: "invoice" },
	{ kind: "keyword", label: "Anywhere", is: ["has", "does not have"], placeholder: "unsubscribe" },
	{ kind: "size", label: "Size", is: ["is", "is not"] },
	{ kind: "age", label: "Age", is: ["is", "is not"] },
	{ kind: "list", label: "Mailing list", is: ["is", "is not"], placeholder: "any list" },
	{ kind: "attachment", label: "Attachment", is: ["is there", "is not there"] },
	{ kind: "category", label: "Category", is: ["is", "is not"] },
	{ kind: "unconfirmed", label: "Check of the sender", is: ["failed", "did not fail"] },
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
		case "size":
			return { kind, than: "larger", bytes: 5_000_000, not };
		case "age":
			return { kind, than: "older", count: 6, unit: "m", not };
		case "category":
			return { kind, value: "promotions", not };
		case "attachment":
		case "unconfirmed":
			return { kind, not };
		default:
			return { kind, value, not };
	}
}
