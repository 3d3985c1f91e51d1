import { Archive, EllipsisVertical, Mail, MailOpen, MessageSquareReply, Sparkles, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { hasCoarsePointer } from "#web/lib/mail-list/pointer.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { ListItem } from "../../base/mail.ts";
import { isFiled, summaryOf } from "../../base/rows.ts";
import { t } from "../../base/text.ts";
import type { CardActions } from "./email-card.tsx";

/**
 * Whether a row renders its controls: with the pointer or the keyboard cursor on it, on touch screens always. They
 * are as many elements as the rest of a row, and a list that is scrolled makes new rows with each frame.
 * @param active the keyboard cursor is on the row
 */
export function useHoverActions(active: boolean): { isShown: boolean; onHover: (hovered: boolean) => void } {
	const [hovered, setHovered] = useState(false);
	return { isShown: active || hovered || hasCoarsePointer(), onHover: setHovered };
}

/** The controls of a row. */
export function HoverActions({ item, tabIndex, actions }: { item: ListItem; tabIndex: number; actions: CardActions }) {
	const { isRead, isStarred } = summaryOf(item);
	const unread = !isRead;
	// A finger has no room for all of them: these are in a menu there.
	const more = [
		...(isFiled(item)
			? []
			: [{ label: t.list.archive, title: t.list.archive, icon: Archive, onSelect: () => actions.archive(item) }]),
		{ label: t.ai.summary, title: t.list.summarize, icon: Sparkles, onSelect: () => actions.summarize(item) },
		{
			label: t.list.reply,
			title: t.ai.replies,
			icon: MessageSquareReply,
			onSelect: () => actions.suggestReplies(item),
		},
	];
	const isTouch = hasCoarsePointer();
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
				title={isStarred ? t.list.removeStar : t.list.star}
				pressed={isStarred}
				filled={isStarred}
				onClick={() => actions.star(item)}
			/>
			{!isTouch &&
				more.map(({ label, title, icon, onSelect }) => (
					<IconButton {...shared} key={label} icon={icon} label={label} title={title} onClick={onSelect} />
				))}
			<IconButton
				{...shared}
				icon={Trash2}
				label={t.list.delete}
				title={t.list.delete}
				onClick={() => actions.remove(item)}
			/>
			{isTouch && (
				<Menu
					align="end"
					trigger={<IconButton {...shared} icon={EllipsisVertical} label={t.list.moreActions} />}
					entries={more}
				/>
			)}
		</>
	);
}
