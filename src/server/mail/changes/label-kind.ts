import type { Action } from "#shared/contracts/plans.ts";
import { AppError, badRequest } from "../../errors.ts";
import type { ChangeKind } from "./change-kind.ts";
import { emails } from "./descriptions.ts";
import { sameState, type Target } from "./targets.ts";

type LabelAction = Extract<Action, { type: "label" }>;

/** Adding and removing labels. */
export const labelKind: ChangeKind<LabelAction> = {
	type: "label",
	titles({ add, remove }, { count }) {
		const n = emails(count);
		return {
			planned: labeled(add, remove, n, ["Label", "Remove", "Change"]),
			past: labeled(add, remove, n, ["Labeled", "Removed", "Changed"]),
		};
	},
	/** Trims and deduplicates labels; a label to be added is not removed as well. */
	normalized(action) {
		const clean = (labels: string[]): string[] => [...new Set(labels.map((label) => label.trim()).filter(Boolean))];
		const add = clean(action.add);
		const remove = clean(action.remove).filter((label) => !add.includes(label));
		if (add.length + remove.length === 0) throw badRequest("nothing-selected", "Specify a label to add or remove.");
		return { ...action, add, remove };
	},
	target({ add, remove }, { capabilities }) {
		if (!capabilities.labels)
			throw new AppError(400, "not-supported", "This mailbox has no labels. Move the messages to a folder instead.");
		return toLabels(add, remove);
	},
};

/** $6: labels to add, $7: labels to remove. */
const toLabels = (add: string[], remove: string[]): Target => ({
	...sameState,
	labels: `array(select l from unnest(e.labels) l where l <> all($7::text[]))
		|| array(select l from unnest($6::text[]) l where l <> all(e.labels))`,
	changes: "(not e.labels @> $6::text[] or e.labels && $7::text[])",
	values: [add, remove],
});

function labeled(add: string[], remove: string[], n: string, verbs: [string, string, string]): string {
	const list = (labels: string[]): string => labels.map((label) => `“${label}”`).join(", ");
	if (remove.length === 0) return `${verbs[0]} ${n} ${list(add)}`;
	if (add.length === 0) return `${verbs[1]} the label${remove.length === 1 ? "" : "s"} ${list(remove)} from ${n}`;
	return `${verbs[2]} the labels of ${n}`;
}
