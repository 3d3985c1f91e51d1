import type { PastAction } from "#shared/contracts/plans.ts";
import type { ChangeKind, TitleFacts } from "./change-kind.ts";

/** Inputs of an operation's title. */
export interface TitleParts extends TitleFacts {
	action: PastAction;
	/** Not started yet: "Archive" instead of "Archived". */
	planned: boolean;
	/** 0: the change itself; odd: undone; even: redone. */
	undoDepth: number;
}

/** The title of an operation: "Archived 214 emails". */
export function titleOf(kind: ChangeKind, parts: TitleParts): string {
	const sentence = kind.titles(parts.action, parts)[parts.planned ? "planned" : "past"];
	if (parts.undoDepth === 0) return sentence;
	const lead = parts.undoDepth % 2 === 1 ? "Undone" : "Redone";
	return `${lead}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** "1 email", "2,140 emails". */
export function emails(count: number): string {
	return `${count.toLocaleString("en-US")} ${count === 1 ? "email" : "emails"}`;
}
