import { CircleSlash, EllipsisVertical, ExternalLink, Heart, Info, MailX, Trash2, Undo2 } from "lucide-react";
import { useWide } from "#web/lib/use-wide.ts";
import { Button, DownloadLink, IconButton } from "#web/ui/button.tsx";
import { Menu, type MenuEntry } from "#web/ui/menu.tsx";
import type { Subscription } from "../api.ts";
import { BlockLink } from "./block-link.tsx";

/** Actions for one list. */
export interface RowActionHandlers {
	details: (list: Subscription) => void;
	notRequired: (list: Subscription) => void;
	keep: (list: Subscription) => void;
	undoDecision: (list: Subscription) => void;
	leave: (list: Subscription) => void;
	unsubscribeAndDelete: (list: Subscription) => void;
	deleteMail: (list: Subscription) => void;
}

interface RowActionsProps {
	list: Subscription;
	disabled: boolean;
	handlers: RowActionHandlers;
	/** Rendered in the footer of the details dialog. */
	inDetails?: boolean;
}

/** Opens in Gmail's web inbox where available, otherwise in ours. */
function reviewHref({ newest }: Subscription): string {
	return newest.reviewUrl ?? `/inbox/${newest.id}`;
}

/** Four actions, and more behind a menu button. On narrow screens the lesser ones move into the menu. */
export function RowActions({ list, disabled, handlers, inDetails = false }: RowActionsProps) {
	const wide = useWide();
	const destination = list.newest.reviewUrl === null ? "the inbox" : "Gmail";
	const isDecided = list.state === "kept" || list.state === "not_required";
	const isLeft = list.state === "requested" || list.state === "confirmed";
	const ask =
		list.state === "needs_you"
			? { text: "Go on", label: "Go on with" }
			: isLeft
				? { text: "Ask again", label: "Ask again:" }
				: { text: "Unsubscribe", label: "Unsubscribe from" };
	const details: MenuEntry[] = inDetails
		? []
		: [{ label: "Details", icon: Info, onSelect: () => handlers.details(list) }];
	const keep: MenuEntry[] = isDecided
		? []
		: [{ label: "Keep", icon: Heart, note: "Leave it alone", onSelect: () => handlers.keep(list), disabled }];
	const away: MenuEntry[] =
		isDecided || isLeft
			? []
			: [
					{ label: "Mark Not Required", icon: CircleSlash, onSelect: () => handlers.notRequired(list), disabled },
					{ label: "Unsubscribe + Delete", icon: MailX, onSelect: () => handlers.unsubscribeAndDelete(list), disabled },
				];
	const review: MenuEntry = {
		label: `Review in ${destination}`,
		icon: ExternalLink,
		onSelect: () => void window.open(reviewHref(list), "_blank", "noreferrer"),
	};
	const remove: MenuEntry = {
		label: "Delete its mail",
		icon: Trash2,
		onSelect: () => handlers.deleteMail(list),
		disabled,
		danger: true,
	};
	const entries = wide ? [...details, ...keep, remove] : [...details, review, ...keep, ...away, remove];
	const of = (verb: string) => `${verb} ${list.name}`;
	return (
		<div className="flex shrink-0 flex-wrap items-center justify-end gap-1.5">
			{wide && (
				<DownloadLink
					href={reviewHref(list)}
					icon={ExternalLink}
					size="small"
					variant="ghost"
					label={`Review ${list.name} in ${destination}`}
				>
					Review
				</DownloadLink>
			)}
			{isDecided ? (
				<Button
					size="small"
					icon={Undo2}
					disabled={disabled}
					aria-label={of("Move back to subscriptions:")}
					onClick={() => handlers.undoDecision(list)}
				>
					Move back to subscriptions
				</Button>
			) : (
				<>
					{list.state === "still_sending" && <BlockLink list={list} small />}
					{wide && !isLeft && (
						<Button
							size="small"
							variant="ghost"
							disabled={disabled}
							aria-label={of("Mark Not Required:")}
							onClick={() => handlers.notRequired(list)}
						>
							Mark Not Required
						</Button>
					)}
					<Button size="small" disabled={disabled} aria-label={of(ask.label)} onClick={() => handlers.leave(list)}>
						{ask.text}
					</Button>
					{wide && !isLeft && (
						<Button
							size="small"
							variant="ghost"
							disabled={disabled}
							aria-label={of("Unsubscribe + Delete:")}
							onClick={() => handlers.unsubscribeAndDelete(list)}
						>
							Unsubscribe + Delete
						</Button>
					)}
				</>
			)}
			<Menu
				align="end"
				trigger={<IconButton icon={EllipsisVertical} size="small" label={of("More for")} tooltip={false} />}
				entries={entries}
			/>
		</div>
	);
}
