import type { Condition, Group, Leaf } from "../../condition.ts";
import type { Filter, FilterDraft, RuleType } from "../../contract.ts";
import type { Search } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { ALL_MAILBOXES, accountIdOf, NOT_CHOSEN, type Scope } from "./scope.ts";

/** A rule being edited: every field has a value, whether its action needs it or not. */
export interface Draft {
	name: string;
	ruleType: RuleType;
	ruleValue: string;
	/** For `advanced`. */
	conditions: Group;
	action: FilterDraft["action"];
	labelName: string;
	folderName: string;
	forwardTo: string;
	scope: Scope;
}

export const SIMPLE_TYPES = ["domain", "sender", "subject", "keyword"] as const;
export type SimpleType = (typeof SIMPLE_TYPES)[number];

/** The action of a new filter: it keeps emails where they are, so that a filter saved in haste hides and removes nothing. */
const MILDEST = "mark_read";

const nothing: Group = { kind: "all", not: false, parts: [] };

/** @param search prefill from the search parameters */
export function newDraft(search: Search = {}): Draft {
	return {
		name: search.name ?? "",
		ruleType: search.type ?? "domain",
		ruleValue: search.value ?? "",
		conditions: nothing,
		action: search.action ?? MILDEST,
		labelName: "",
		folderName: "",
		forwardTo: "",
		scope: search.account ?? NOT_CHOSEN,
	};
}

export function draftOf(filter: Filter): Draft {
	const { conditions } = filter;
	return {
		name: filter.name,
		ruleType: filter.ruleType,
		ruleValue: filter.ruleValue,
		conditions: conditions === null ? nothing : asGroup(conditions),
		action: filter.action,
		labelName: filter.labelName ?? "",
		folderName: filter.folderName ?? "",
		forwardTo: filter.forwardTo ?? "",
		scope: filter.accountId ?? ALL_MAILBOXES,
	};
}

/** The builder always has a group at the top. */
export function asGroup(one: Condition): Group {
	return "parts" in one ? one : { kind: "all", not: false, parts: [one] };
}

/** For a dry run: name and action fields do not affect what matches. */
export function withPlaceholders(draft: Draft): Draft {
	const preview = t.form.preview;
	return { ...draft, name: preview, labelName: preview, folderName: preview, forwardTo: "preview@example.org" };
}

/** As the server accepts it. */
export function bodyOf(draft: Draft, isActive: boolean): FilterDraft {
	const isAdvanced = draft.ruleType === "advanced";
	return {
		name: draft.name.trim(),
		ruleType: draft.ruleType,
		ruleValue: isAdvanced ? "" : draft.ruleValue.trim(),
		conditions: isAdvanced && draft.conditions.parts.length > 0 ? draft.conditions : null,
		action: draft.action,
		labelName: draft.action === "label" ? draft.labelName.trim() : null,
		folderName: draft.action === "move" ? draft.folderName.trim() : null,
		forwardTo: draft.action === "forward" ? draft.forwardTo.trim() : null,
		isActive,
		accountId: accountIdOf(draft.scope),
	};
}

/** The condition is complete, so that a dry run can run; name and action fields may still be missing. */
export function canPreview({ ruleType, ruleValue, conditions }: Draft): boolean {
	return ruleType === "advanced" ? isComplete(conditions) : ruleValue.trim() !== "";
}

function isComplete(one: Condition): boolean {
	if ("parts" in one) return one.parts.length > 0 && one.parts.every(isComplete);
	return !("value" in one) || one.kind === "list" || one.value.trim() !== "";
}

/** No new mail can match: it would have to be older than it is. */
export function needsAge(one: Condition): boolean {
	if (!("parts" in one)) return one.kind === "age" && (one.than === "older") !== one.not;
	if (one.not || one.parts.length === 0) return false;
	return one.kind === "all" ? one.parts.some(needsAge) : one.parts.every(needsAge);
}

/** The same rule for the builder. */
export function withConditions(draft: Draft): Draft {
	if (draft.ruleType === "advanced") return draft;
	const first: Leaf = { kind: draft.ruleType, value: draft.ruleValue, not: false };
	return { ...draft, ruleType: "advanced", conditions: { kind: "all", not: false, parts: [first] } };
}

/** The equivalent simple type, where there is one. */
export function withoutConditions(draft: Draft): Draft | null {
	const { parts, not } = draft.conditions;
	const [only] = parts;
	if (only === undefined) return { ...draft, ruleType: "domain", ruleValue: "" };
	const type = SIMPLE_TYPES.find((one) => one === only.kind);
	if (parts.length > 1 || not || only.not || type === undefined || !("value" in only)) return null;
	return { ...draft, ruleType: type, ruleValue: only.value };
}
