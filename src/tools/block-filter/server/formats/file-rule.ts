import type { z } from "zod";
import { type Condition, condition, isGroup } from "../../condition.ts";
import { filterDraft } from "../../contract.ts";
import { conditionWords } from "../../descriptions.ts";
import { UnsupportedRule } from "../../from-query.ts";

/** Shared by the readers of all formats. */

export type Draft = z.output<typeof filterDraft>;

/** A rule as read from a file. */
export interface FileRule {
	draft: Draft;
	/** What works differently here. */
	notes: string[];
	error: string | null;
}

export interface SkippedRule {
	name: string;
	reason: string;
	line: number | null;
}

export interface FileRules {
	rules: FileRule[];
	skipped: SkippedRule[];
}

/** The file is not of this format, in a sentence. */
export class BadFile extends Error {
	override name = "BadFile";
}

/** A rule's action, with the name, folder or address it needs. */
export type RuleAction = Pick<Draft, "action"> & Partial<Pick<Draft, "labelName" | "folderName" | "forwardTo">>;

/** A draft in the simplest type that expresses it. @param name empty: named after its condition */
export function draftFor(name: string, condition: Condition, ruleAction: RuleAction, isActive = true): Draft {
	const one = simplified(condition);
	const isSimple =
		!isGroup(one) && !one.not && ["domain", "sender", "subject", "keyword"].includes(one.kind) && "value" in one;
	const read = filterDraft.safeParse({
		name: (name.trim() || conditionWords(one)).slice(0, 200),
		...(isSimple ? { ruleType: one.kind, ruleValue: one.value } : { ruleType: "advanced", conditions: shaped(one) }),
		...ruleAction,
		isActive,
	});
	if (!read.success) throw new UnsupportedRule("It contains a text that is too long for a filter.");
	return read.data;
}

/** @throws UnsupportedRule where it is nested deeper, or has more parts, than rules here allow */
function shaped(one: Condition): Condition {
	const read = condition.safeParse(one);
	if (!read.success) throw new UnsupportedRule("It has too many conditions, or they are nested too deeply.");
	return read.data;
}

/** Flattens groups of one part, and groups within groups of the same kind. */
export function simplified(one: Condition): Condition {
	if (!isGroup(one)) return one;
	const parts = one.parts
		.map(simplified)
		.flatMap((part) => (isGroup(part) && part.kind === one.kind && !part.not ? part.parts : [part]));
	const [only] = parts;
	if (parts.length === 1 && only !== undefined) return { ...only, not: only.not !== one.not };
	return { ...one, parts };
}
