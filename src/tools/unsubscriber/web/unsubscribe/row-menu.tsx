import {
	Archive,
	CirclePause,
	CircleSlash,
	EllipsisVertical,
	ExternalLink,
	Heart,
	Info,
	MailX,
	Trash2,
} from "lucide-react";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu, type MenuEntry } from "#web/ui/overlay/menu.tsx";
import type { Subscription } from "../base/api.ts";
import { blockFilter } from "../base/block-filter.ts";
import { t } from "../base/text.ts";

/** Actions for one list. */
export interface RowActionHandlers {
	details: (list: Subscription) => void;
	notRequired: (list: Subscription) => void;
	keep: (list: Subscription) => void;
	undoDecision: (list: Subscription) => void;
	unsubscribe: (list: Subscription) => void;
	unsubscribeAndDelete: (list: Subscription) => void;
	alwaysArchive: (list: Subscription) => void;
	pause: (list: Subscription) => void;
	release: (list: Subscription) => void;
	deleteMail: (list: Subscription) => void;
}

interface RowMenuProps {
	list: Subscription;
	disabled: boolean;
	handlers: RowActionHandlers;
	/** At the bottom of the panel. */
	inDetails?: boolean;
	size?: "small" | "medium";
}

/** Opens in Gmail's web inbox where available, otherwise in ours; null: no message is left. */
export function reviewHref({ newest }: Subscription): string | null {
	return newest && (newest.reviewUrl ?? `/inbox/${newest.id}`);
}

/** Where the newest message opens. */
export function reviewedIn({ newest }: Subscription): string {
	return (newest?.reviewUrl ?? null) === null ? t.subscriptions.inbox : "Gmail";
}

/** What the user has decided or done about a list. */
export function decisionOf({ state }: Subscription) {
	return {
		isDecided: state === "kept" || state === "not_required",
		isHeld: state === "archived" || state === "paused",
		isUnsubscribed: state === "requested" || state === "confirmed",
	};
}

/** More actions for a list, behind a button. */
export function RowMenu({ size = "small", ...props }: RowMenuProps) {
	const hasFilters = useInstalled().hasPath(blockFilter);
	return (
		<Menu
			align="end"
			trigger={
				<IconButton
					icon={EllipsisVertical}
					size={size}
					label={`${t.subscriptions.moreFor} ${props.list.name}`}
					tooltip={false}
				/>
			}
			entries={menuOf(props, hasFilters)}
		/>
	);
}

function menuOf({ list, disabled, handlers, inDetails = false }: RowMenuProps, hasFilters: boolean): MenuEntry[] {
	const review = reviewHref(list);
	const { isDecided, isHeld, isUnsubscribed } = decisionOf(list);
	const details: MenuEntry[] = inDetails
		? []
		: [{ label: t.subscriptions.details, icon: Info, onSelect: () => handlers.details(list) }];
	const keep: MenuEntry[] =
		isDecided || isHeld
			? []
			: [
					{
						label: t.subscriptions.keep,
						icon: Heart,
						note: t.subscriptions.staySubscribed,
						onSelect: () => handlers.keep(list),
						disabled,
					},
				];
	const notRequired: MenuEntry[] = inDetails
		? []
		: [
				{
					label: t.subscriptions.markNotRequired,
					icon: CircleSlash,
					onSelect: () => handlers.notRequired(list),
					disabled,
				},
			];
	const dismiss: MenuEntry[] =
		isDecided || isHeld || isUnsubscribed
			? []
			: [
					...notRequired,
					...(list.isSuspicious
						? []
						: [
								{
									label: t.subscriptions.unsubscribeDelete,
									icon: MailX,
									onSelect: () => handlers.unsubscribeAndDelete(list),
									disabled: disabled || review === null,
								},
							]),
				];
	const reviewEntry: MenuEntry[] =
		review === null
			? []
			: [
					{
						label: t.subscriptions.reviewIn(reviewedIn(list)),
						icon: ExternalLink,
						onSelect: () => void window.open(review, "_blank", "noreferrer"),
					},
				];
	const remove: MenuEntry = {
		label: t.subscriptions.deleteItsEmails,
		icon: Trash2,
		onSelect: () => handlers.deleteMail(list),
		disabled: disabled || review === null,
		danger: true,
	};
	return [
		...details,
		...reviewEntry,
		...keep,
		...holdEntries({ list, disabled, handlers }, hasFilters),
		...dismiss,
		remove,
	];
}

/** Keeping new emails out of the inbox. Ending it is the main action of the row. */
function holdEntries(
	{ list, disabled, handlers }: Pick<RowMenuProps, "list" | "disabled" | "handlers">,
	hasFilters: boolean,
): MenuEntry[] {
	if (list.isSuspicious || list.state === "archived") return [];
	const archive: MenuEntry = {
		label: t.holds.alwaysArchive,
		icon: Archive,
		note: t.holds.alwaysArchiveNote,
		onSelect: () => handlers.alwaysArchive(list),
		disabled,
	};
	const pause: MenuEntry = {
		label: list.state === "paused" ? t.holds.changePause : t.holds.pauseMenu,
		icon: CirclePause,
		note: t.holds.pauseNote,
		onSelect: () => handlers.pause(list),
		disabled,
	};
	return hasFilters ? [archive, pause] : [pause];
}
