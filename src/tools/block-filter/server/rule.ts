import type { FolderRole } from "#kernel/mailbox.ts";
import type { Query } from "#shared/search/query.ts";
import { type Condition, isGroup, type Leaf } from "../condition.ts";
import type { FilterAction, RuleType } from "../contract.ts";

/** A rule as the engine sees it. */
export interface Rule {
	id: string;
	name: string;
	ruleType: RuleType;
	/** For the simple types. */
	ruleValue: string;
	/** For `advanced`; null for the simple types. */
	conditions: Condition | null;
	action: FilterAction;
	labelName: string | null;
	folderName: string | null;
	forwardTo: string | null;
	isActive: boolean;
	/** Null: all of its owner's mailboxes. */
	accountId: string | null;
}

/** The rule's condition, in one form for simple and advanced rules. */
export function conditionOf(rule: Pick<Rule, "ruleType" | "ruleValue" | "conditions">): Condition {
	if (rule.ruleType !== "advanced") return { kind: rule.ruleType, value: rule.ruleValue, not: false };
	if (rule.conditions === null) throw new Error("An advanced rule has no conditions");
	return rule.conditions;
}

/** The condition as a search query: dry runs, plans and new mail use the same engine. */
export function queryOf(one: Condition): Query {
	const query: Query = isGroup(one)
		? { kind: one.kind === "all" ? "and" : "or", parts: one.parts.map(queryOf) }
		: leafQuery(one);
	return one.not ? { kind: "not", part: query } : query;
}

function leafQuery(leaf: Leaf): Query {
	switch (leaf.kind) {
		case "domain":
			return { kind: "domain", domain: leaf.value.replace(/^@/, "").toLowerCase() };
		case "sender":
			return personQuery("from", leaf.value);
		case "to":
			return personQuery("to", leaf.value);
		case "subject":
			return wordsQuery("subject", leaf.value);
		case "keyword":
			return wordsQuery("any", leaf.value);
		case "pattern":
			return { kind: "pattern", field: leaf.field, pattern: leaf.value };
		case "size":
			return { kind: "size", than: leaf.than, bytes: leaf.bytes };
		case "age":
			return { kind: "age", than: leaf.than, count: leaf.count, unit: leaf.unit };
		case "list": {
			const name = leaf.value.toLowerCase();
			if (name === "") return { kind: "list", by: "any", name };
			return { kind: "list", by: /^(?:list|from):/.test(name) ? "key" : "part", name };
		}
		case "attachment":
			return { kind: "attachment" };
		case "category":
			return { kind: "category", category: leaf.value };
		case "unconfirmed":
			return { kind: "auth", result: "failed" };
		case "suspicious":
			return { kind: "suspicious" };
	}
}

function personQuery(field: "from" | "to", value: string): Query {
	if (/^[^\s@]+@[^\s@]+$/.test(value)) return { kind: "address", field, email: value.toLowerCase() };
	return wordsQuery(field, value);
}

/** Several words form a phrase; a single one matches as a prefix. */
function wordsQuery(field: "any" | "from" | "to" | "subject", text: string): Query {
	return { kind: "text", field, text, phrase: /\s/.test(text.trim()) };
}

/** All received mail except spam and trash: rules do not act on the rest. */
export const RECEIVED: readonly FolderRole[] = ["inbox", "archive", "custom"];

/**
 * The search scope in which a rule acts: `archive` and `move` do not act on mail that is already filed.
 * @param capabilities of the mailbox: without labels, a folder with the label's name is used
 */
export function rolesOf(action: FilterAction, capabilities: { labels: boolean }): readonly FolderRole[] {
	if (action === "archive") return ["inbox"];
	if (action === "move" || (action === "label" && !capabilities.labels)) return ["inbox", "archive"];
	return RECEIVED;
}
