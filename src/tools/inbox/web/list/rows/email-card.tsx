import { Star } from "lucide-react";
import { memo } from "react";
import { snippetOf } from "#web/lib/base/snippet.ts";
import type { RowState } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import type { RowShape } from "#web/lib/mail-list/row-height.ts";
import type { MailMark } from "#web/lib/screens/inbox-extension.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { type ListItem, labelsToShow, peopleOf } from "../../base/mail.ts";
import { MarkBadge } from "../../base/mark-badge.tsx";
import { summaryOf } from "../../base/rows.ts";
import { t } from "../../base/text.ts";
import { CategoryDot } from "./category-dot.tsx";
import { foundInText } from "./found-in.tsx";
import { HoverActions, useHoverActions } from "./hover-actions.tsx";

export const cardShape: RowShape = { hasPreview: true };

export interface EmailCardProps extends RowState {
	item: ListItem;
	/** The user's addresses, in lower case. */
	own: ReadonlySet<string>;
	/** What the search matched, to be marked. */
	matches?: RegExp | null;
	/** What a tool says about it. */
	mark: MailMark | undefined;
	/** Mailbox name, where several are shown. */
	account: string | undefined;
	/** Folder name, where several are shown. */
	folder: string | undefined;
	actions: CardActions;
}

/** Callbacks of a row's controls. */
export interface CardActions {
	/** @param shift selects the range from the anchor to it */
	toggle: (item: ListItem, shift: boolean) => void;
	read: (item: ListItem) => void;
	star: (item: ListItem) => void;
	archive: (item: ListItem) => void;
	remove: (item: ListItem) => void;
	/** Opens its summary. */
	summarize: (item: ListItem) => void;
	/** Opens suggested replies to it. */
	suggestReplies: (item: ListItem) => void;
}

/** One message or conversation in a narrow list, on three lines. */
export const EmailCard = memo(function EmailCard(props: EmailCardProps) {
	const { item, own, account, mark, folder, actions, selected, open, active, selecting } = props;
	const hover = useHoverActions(active);
	const summary = summaryOf(item);
	const count = item.conversation?.count ?? 1;
	return (
		<MailRow
			mail={{ ...item, ...summary }}
			state={{ selected, open, active, selecting }}
			shape={cardShape}
			quietCheckbox
			onToggle={(shift) => actions.toggle(item, shift)}
			sender={peopleOf(item, own)}
			senderNote={count > 1 && <Count count={count} />}
			facts={account && <span className="max-w-28 truncate">{account}</span>}
			badges={
				<>
					<span className="flex h-5 items-center">
						<CategoryDot category={item.category} />
					</span>
					{mark && <MarkBadge mark={mark} />}
					{summary.isImportant && <Badge tone="green">{t.list.important}</Badge>}
					{folder && <Badge tone="blue">{folder}</Badge>}
					{labelsToShow(item)
						.slice(0, 2)
						.map((label) => (
							<Badge key={label}>
								<span className="max-w-36 truncate">{label}</span>
							</Badge>
						))}
				</>
			}
			preview={item.foundIn ? foundInText(item.foundIn) : item.aiSummaryShort || snippetOf(item)}
			previewEnd={
				summary.isStarred && (
					<Star
						size={14}
						fill="currentColor"
						aria-label={t.list.starred}
						className="ml-auto shrink-0 text-amber group-hover/row:hidden group-focus-within/row:hidden pointer-coarse:hidden"
					/>
				)
			}
			onHover={hover.onHover}
			hoverActions={hover.isShown && <HoverActions item={item} tabIndex={active ? 0 : -1} actions={actions} />}
		/>
	);
});

/** Messages of a conversation. */
export function Count({ count }: { count: number }) {
	return (
		<span className="shrink-0 text-12 text-ink-3 tabular-nums">
			<span aria-hidden="true">{count}</span>
			<span className="sr-only">{t.list.messages(count)}</span>
		</span>
	);
}
