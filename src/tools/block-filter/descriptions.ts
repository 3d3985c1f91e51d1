import { capitalize } from "#shared/capitalize.ts";
import { CATEGORY_NAMES } from "#shared/mail/categories.ts";
import type { PatternField } from "#shared/search/query.ts";
import type { Condition, Leaf } from "./condition.ts";
import type { Filter, FilterAction } from "./contract.ts";

/** Conditions and actions as text, for screens and default names. */

/** `From the domain example.org and larger than 5 MB`. */
export function conditionWords(one: Condition): string {
	return capitalize(words(one, false));
}

/** @param isInner part of a group, so that nested groups need parentheses */
function words(one: Condition, isInner: boolean): string {
	if (!("parts" in one)) return leafWords(one);
	const text = one.parts.map((part) => words(part, true)).join(one.kind === "all" ? " and " : " or ");
	if (one.parts.length === 1 && !one.not) return text;
	if (one.not) return `not (${text})`;
	return isInner ? `(${text})` : text;
}

function leafWords(leaf: Leaf): string {
	const not = leaf.not;
	switch (leaf.kind) {
		case "domain":
			return `${not ? "not " : ""}from the domain ${leaf.value.replace(/^@/, "")}`;
		case "sender":
			return `${not ? "not " : ""}from ${leaf.value}`;
		case "to":
			return `${not ? "not " : ""}to ${leaf.value}`;
		case "subject":
			return `the subject ${not ? "does not have" : "has"} “${leaf.value}”`;
		case "keyword":
			return `${not ? "does not have" : "has"} “${leaf.value}”`;
		case "pattern":
			return patternWords(leaf);
		case "size":
			return `${not ? "not " : ""}${leaf.than} than ${sizeWords(leaf.bytes)}`;
		case "age":
			return `${not ? "not " : ""}${leaf.than} than ${leaf.count} ${UNITS[leaf.unit]}${leaf.count === 1 ? "" : "s"}`;
		case "list":
			if (leaf.value === "") return `${not ? "not " : ""}from a mailing list`;
			return `${not ? "not " : ""}from the list ${leaf.value.replace(/^(?:list|from):/, "")}`;
		case "attachment":
			return not ? "without an attachment" : "with an attachment";
		case "category":
			return `${not ? "not " : ""}in ${CATEGORY_NAMES[leaf.value]}`;
		case "suspicious":
			return not ? "not suspicious" : "suspicious or forged";
		case "unconfirmed":
			return not ? "sender authentication did not fail" : "sender authentication failed (SPF, DKIM or DMARC)";
	}
}

/** Names of the fields that a pattern is compared with. */
export const PATTERN_NAMES: Record<PatternField, string> = {
	subject: "Subject",
	from: "Sender's address",
	name: "Sender's name",
	to: "To",
	cc: "Cc",
	bcc: "Bcc",
	list_id: "List-Id",
	list_post: "List-Post",
	x_mailing_list: "X-Mailing-List",
	sender: "Header Sender",
	precedence: "Precedence",
	x_spam_flag: "X-Spam-Flag",
};

/** `the subject contains “offer”`. */
function patternWords({ field, value, not }: Leaf & { kind: "pattern" }): string {
	const isPlain = field === "subject" || field === "from" || field === "name";
	const what = isPlain ? `the ${PATTERN_NAMES[field].toLowerCase()}` : PATTERN_NAMES[field];
	const whole = literalText(value);
	if (whole !== null) return `${what} ${not ? "is not" : "is"} “${whole}”`;
	const isInner = value.length > 2 && value.startsWith("*") && value.endsWith("*");
	const inner = isInner ? literalText(value.slice(1, -1)) : null;
	if (inner !== null) return `${what} ${not ? "does not contain" : "contains"} “${inner}”`;
	return `${what} ${not ? "does not match" : "matches"} “${value}”`;
}

/** The text that a pattern without wildcards stands for. */
function literalText(pattern: string): string | null {
	return /^(?:\\.|[^*?\\])+$/s.test(pattern) ? pattern.replace(/\\(.)/gs, "$1") : null;
}

const UNITS = { d: "day", w: "week", m: "month", y: "year" };

function sizeWords(bytes: number): string {
	const [unit, by] =
		bytes >= 1e9 ? ["GB", 1e9] : bytes >= 1e6 ? ["MB", 1e6] : bytes >= 1e3 ? ["kB", 1e3] : ["bytes", 1];
	return `${Number((bytes / (by as number)).toFixed(2))} ${unit}`;
}

/** Names of actions in menus. */
export const ACTION_NAMES: Record<FilterAction, string> = {
	delete: "Delete",
	archive: "Archive",
	label: "Label",
	block: "Block",
	move: "Move to a folder",
	star: "Star",
	mark_read: "Mark as read",
	forward: "Forward to a draft",
};

/** `Label “Receipts”`. */
export function actionWords({
	action,
	labelName,
	folderName,
	forwardTo,
}: Pick<Filter, "action" | "labelName" | "folderName" | "forwardTo">): string {
	if (action === "label") return `Label “${labelName}”`;
	if (action === "move") return `Move to “${folderName}”`;
	return action === "forward" ? `Forward to ${forwardTo} as a draft` : ACTION_NAMES[action];
}
