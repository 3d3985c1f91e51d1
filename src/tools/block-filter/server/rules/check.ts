import type { z } from "zod";
import { badRequest } from "#kernel/errors.ts";
import { lexemesFor } from "#kernel/parse.ts";
import { unsearchableSentence } from "#shared/search/unsearchable.ts";
import { isListName } from "#shared/search/values.ts";
import { type Condition, isGroup, type Leaf } from "../../condition.ts";
import type { filterDraft } from "../../contract.ts";
import type { RuleValues } from "./store.ts";

/** Maximum rules per owner: users write them by hand; a file brings a few hundred. */
export const MAX_FILTERS = 1_000;

const MAX_LEAVES = 1_000;

const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?";
const DOMAIN = new RegExp(`^@?(?:${LABEL}\\.)+${LABEL}$`, "u");
const ADDRESS = new RegExp(`^[^\\s@<>",;:()\\[\\]]+@(?:${LABEL}\\.)*${LABEL}$`, "u");

/**
 * Validates user input as a rule.
 * @throws AppError 400 `required-fields`, or `bad-condition` or `query-unsearchable` with a sentence for each invalid
 * field
 */
export function checkDraft(draft: z.output<typeof filterDraft>, maxLeaves = MAX_LEAVES): RuleValues {
	const missing = missingFields(draft);
	if (missing.length > 0) {
		const sentence = "Please fill in all required fields.";
		throw badRequest("required-fields", sentence, Object.fromEntries(missing.map((field) => [field, sentence])));
	}
	if (draft.conditions !== null && leaves(draft.conditions) > maxLeaves) {
		const sentence = `A filter can have at most ${maxLeaves} conditions.`;
		throw badRequest("bad-condition", sentence, { conditions: sentence });
	}
	const isAdvanced = draft.ruleType === "advanced";
	const field = isAdvanced ? "conditions" : "ruleValue";
	const fault = isAdvanced
		? faultOf(draft.conditions as Condition)
		: leafFault({ kind: draft.ruleType, value: draft.ruleValue, not: false } as Leaf);
	if (fault !== null) throw badRequest(fault.code, fault.sentence, { [field]: fault.sentence });
	if (draft.action === "forward" && !ADDRESS.test(draft.forwardTo ?? "")) {
		const sentence = `“${draft.forwardTo}” is not an email address. One looks like ann@example.org.`;
		throw badRequest("bad-condition", sentence, { forwardTo: sentence });
	}
	return {
		name: draft.name,
		ruleType: draft.ruleType,
		ruleValue: isAdvanced ? "" : draft.ruleValue,
		conditions: isAdvanced ? draft.conditions : null,
		action: draft.action,
		labelName: draft.action === "label" ? draft.labelName : null,
		folderName: draft.action === "move" ? draft.folderName : null,
		forwardTo: draft.action === "forward" ? draft.forwardTo : null,
		isActive: draft.isActive,
		accountId: draft.accountId,
	};
}

function missingFields(draft: z.output<typeof filterDraft>): string[] {
	const isEmpty = (text: string | null): boolean => text === null || text === "";
	const missing: string[] = [];
	if (isEmpty(draft.name)) missing.push("name");
	if (draft.ruleType !== "advanced" && isEmpty(draft.ruleValue)) missing.push("ruleValue");
	if (draft.ruleType === "advanced" && (draft.conditions === null || hasEmpty(draft.conditions)))
		missing.push("conditions");
	if (draft.action === "label" && isEmpty(draft.labelName)) missing.push("labelName");
	if (draft.action === "move" && isEmpty(draft.folderName)) missing.push("folderName");
	if (draft.action === "forward" && isEmpty(draft.forwardTo)) missing.push("forwardTo");
	return missing;
}

function leaves(one: Condition): number {
	return isGroup(one) ? one.parts.reduce((sum, part) => sum + leaves(part), 0) : 1;
}

function hasEmpty(one: Condition): boolean {
	if (isGroup(one)) return one.parts.length === 0 || one.parts.some(hasEmpty);
	return "value" in one && one.kind !== "list" && one.value === "";
}

/** What is wrong with a condition, in a sentence. */
interface Fault {
	code: "bad-condition" | "query-unsearchable";
	sentence: string;
}

function faultOf(one: Condition): Fault | null {
	if (!isGroup(one)) return leafFault(one);
	for (const part of one.parts) {
		const fault = faultOf(part);
		if (fault !== null) return fault;
	}
	return null;
}

function leafFault(leaf: Leaf): Fault | null {
	const bad = (sentence: string): Fault => ({ code: "bad-condition", sentence });
	switch (leaf.kind) {
		case "domain":
			if (DOMAIN.test(leaf.value)) return null;
			if (ADDRESS.test(leaf.value))
				return bad(`“${leaf.value}” is an address. Choose Sender for it, or enter only the part after the @.`);
			return bad(`“${leaf.value}” is not a domain. One looks like example.org.`);
		case "sender":
		case "to":
			if (leaf.value.includes("@") && !ADDRESS.test(leaf.value))
				return bad(`“${leaf.value}” is not a complete address. Enter one such as ann@example.org.`);
			return wordsFault(leaf.value);
		case "list":
			// Empty: any list. Punctuation alone, such as a dot, occurs in nearly every list key.
			return leaf.value === "" || isListName(leaf.value) ? null : unsearchable(leaf.value);
		case "subject":
		case "keyword":
			return wordsFault(leaf.value);
		default:
			return null;
	}
}

function wordsFault(text: string): Fault | null {
	const isSearchable = lexemesFor({ kind: "text", field: "any", text, phrase: true }).length > 0;
	return isSearchable ? null : unsearchable(text);
}

function unsearchable(text: string): Fault {
	return { code: "query-unsearchable", sentence: unsearchableSentence([text]) };
}
