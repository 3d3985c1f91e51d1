import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import type { ConversationAction } from "#web/lib/screens/inbox-extension.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { EmailItem, ListItem } from "../../base/mail.ts";
import { t } from "../../base/reader-text.ts";
import { conversationOf } from "../../base/rows.ts";
import type { ToolAction } from "../../base/tool-action.ts";
import type { ApplyAction } from "./use-apply-action.ts";

interface ExtraActionsOptions {
	/** What the tools offer. */
	offered: readonly ConversationAction[];
	items: readonly ListItem[];
	cursor: MailCursor;
	targets: () => EmailItem[];
	apply: Pick<ApplyAction, "changeable" | "complete" | "applyAndAdvance">;
}

/** The actions of other tools, on messages of the list. */
export function extraActions({ offered, items, cursor, targets, apply }: ExtraActionsOptions) {
	/** Those for these messages; none for a list that is not loaded in full. */
	const extrasFor = (chosen: readonly EmailItem[]) =>
		chosen.length === 0 || (cursor.selection.mode === "all" && items.length > 1)
			? []
			: offered.filter((action) => action.isFor(chosen));

	const runExtra = async (action: ConversationAction, selected: EmailItem[] = targets()) => {
		const chosen = await apply.complete(apply.changeable(selected));
		if (chosen === null || chosen.length === 0) return;
		if (!action.isFor(chosen)) {
			// The rest of a long conversation makes it too many.
			if (chosen.length > selected.length)
				toast({
					title: t.message.actionFailed(action.label),
					description: t.message.tooMany(chosen.length),
					tone: "destructive",
				});
			return;
		}
		try {
			await action.run(chosen, {
				clearSelection: cursor.clear,
				archive: (change) => apply.applyAndAdvance({ type: "archive" }, chosen, { archive: change }),
			});
		} catch (error) {
			toast({
				title: t.message.actionFailed(action.label),
				description: (error as Error).message,
				tone: "destructive",
			});
		}
	};

	/** Those of some actions that are for the conversation of a message. */
	const extrasOn = (item: EmailItem, some = offered): ToolAction[] => {
		const conversation = conversationOf(items, item);
		return some
			.filter((action) => action.isFor(conversation))
			.map((action) => ({ action, run: () => void runExtra(action, conversation) }));
	};

	return { extras: offered, extrasFor, runExtra, extrasOn };
}
