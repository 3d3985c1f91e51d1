import { Mail, MailOpen, Star, Trash2 } from "lucide-react";
import { memo } from "react";
import type { RowState } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import type { RowShape } from "#web/lib/mail-list/row-height.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { correspondent, type EmailItem, labelName } from "../mail.ts";
import { t } from "../text.ts";

export const cardShape: RowShape = { hasPreview: true };

const categories = {
	promotions: t.list.promotions,
	social: t.list.social,
	updates: t.list.updates,
	forums: t.list.forums,
	primary: null,
} as const;

interface EmailCardProps extends RowState {
	item: EmailItem;
	/** Mailbox name, where several are shown. */
	account: string | undefined;
	/** Folder name, where several are shown. */
	folder: string | undefined;
	actions: CardActions;
}

/** Callbacks of a card's controls. */
export interface CardActions {
	/** @param shift selects the range from the anchor to it */
	toggle: (item: EmailItem, shift: boolean) => void;
	read: (item: EmailItem) => void;
	star: (item: EmailItem) => void;
	remove: (item: EmailItem) => void;
}

/** One message in the list. */
export const EmailCard = memo(function EmailCard(props: EmailCardProps) {
	const { item, account, folder, actions, selected, open, active, selecting } = props;
	const category = item.category && categories[item.category];
	return (
		<MailRow
			mail={item}
			state={{ selected, open, active, selecting }}
			shape={cardShape}
			quietCheckbox
			onToggle={(shift) => actions.toggle(item, shift)}
			sender={correspondent(item)}
			facts={account && <span className="max-w-28 truncate">{account}</span>}
			badges={
				<>
					{item.isImportant && <Badge tone="green">{t.list.important}</Badge>}
					{folder && <Badge tone="blue">{folder}</Badge>}
					{category && <Badge>{category}</Badge>}
					{item.labels.slice(0, 2).map((label) => (
						<Badge key={label}>
							<span className="max-w-36 truncate">{labelName(label)}</span>
						</Badge>
					))}
				</>
			}
			preview={item.aiSummaryShort || item.preview}
			previewEnd={
				item.isStarred && (
					<Star
						size={14}
						fill="currentColor"
						aria-label={t.list.starred}
						className="ml-auto shrink-0 text-amber group-hover/row:hidden group-focus-within/row:hidden pointer-coarse:hidden"
					/>
				)
			}
			hoverActions={<HoverActions item={item} tabIndex={active ? 0 : -1} actions={actions} />}
		/>
	);
});

function HoverActions({ item, tabIndex, actions }: { item: EmailItem; tabIndex: number; actions: CardActions }) {
	const unread = !item.isRead;
	const shared = { size: "small", tooltip: false, tabIndex } as const;
	return (
		<>
			<IconButton
				{...shared}
				icon={unread ? MailOpen : Mail}
				label={unread ? t.list.readState : t.list.unreadState}
				title={unread ? t.list.markAsRead : t.list.markAsUnread}
				onClick={() => actions.read(item)}
			/>
			<IconButton
				{...shared}
				icon={Star}
				label={t.list.star}
				title={item.isStarred ? t.list.removeStar : t.list.star}
				pressed={item.isStarred}
				filled={item.isStarred}
				onClick={() => actions.star(item)}
			/>
			<IconButton
				{...shared}
				icon={Trash2}
				label={t.list.delete}
				title={t.list.delete}
				onClick={() => actions.remove(item)}
			/>
		</>
	);
}
