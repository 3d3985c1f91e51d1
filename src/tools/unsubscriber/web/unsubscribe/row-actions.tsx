import { CircleSlash, EllipsisVertical, ExternalLink, Heart, Info, MailX, Trash2, Undo2 } from "lucide-react";
import { usePhone } from "#web/lib/use-wide.ts";
import { Button, DownloadLink, IconButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, type MenuEntry } from "#web/ui/menu.tsx";
import type { Subscription } from "../api.ts";
import { t } from "../text.ts";
import { BlockLink } from "./block-link.tsx";

/** Actions for one list. */
export interface RowActionHandlers {
	details: (list: Subscription) => void;
	notRequired: (list: Subscription) => void;
	keep: (list: Subscription) => void;
	undoDecision: (list: Subscription) => void;
	unsubscribe: (list: Subscription) => void;
	unsubscribeAndDelete: (list: Subscription) => void;
	deleteMail: (list: Subscription) => void;
}

interface RowActionsProps {
	list: Subscription;
	disabled: boolean;
	handlers: RowActionHandlers;
	/** Rendered in the footer of the panel. */
	inDetails?: boolean;
}

/** Opens in Gmail's web inbox where available, otherwise in ours; null: no message is left. */
function reviewHref({ newest }: Subscription): string | null {
	return newest && (newest.reviewUrl ?? `/inbox/${newest.id}`);
}

/** Renders its children only where the list is wide enough for them; the menu has the same actions. */
const onlyFrom = { 700: "hidden @min-[700px]:contents", 1000: "hidden @min-[1000px]:contents" };

/** Four actions, and more behind a menu button. In narrow lists the lesser ones are only in the menu. */
export function RowActions({ list, disabled, handlers, inDetails = false }: RowActionsProps) {
	const wide = !usePhone();
	const review = reviewHref(list);
	const destination = (list.newest?.reviewUrl ?? null) === null ? t.subscriptions.inbox : "Gmail";
	const isDecided = list.state === "kept" || list.state === "not_required";
	const isUnsubscribed = list.state === "requested" || list.state === "confirmed";
	const primary =
		list.state === "needs_action"
			? { text: t.subscriptions.continue, label: t.subscriptions.continueWith }
			: isUnsubscribed
				? { text: t.subscriptions.tryAgain, label: t.subscriptions.tryAgainFor }
				: { text: t.subscriptions.unsubscribe, label: t.subscriptions.unsubscribeFrom };
	const details: MenuEntry[] = inDetails
		? []
		: [{ label: t.subscriptions.details, icon: Info, onSelect: () => handlers.details(list) }];
	const keep: MenuEntry[] = isDecided
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
	const dismiss: MenuEntry[] =
		isDecided || isUnsubscribed
			? []
			: [
					{
						label: t.subscriptions.markNotRequired,
						icon: CircleSlash,
						onSelect: () => handlers.notRequired(list),
						disabled,
					},
					{
						label: t.subscriptions.unsubscribeDelete,
						icon: MailX,
						onSelect: () => handlers.unsubscribeAndDelete(list),
						disabled: disabled || review === null,
					},
				];
	const reviewEntry: MenuEntry[] =
		review === null
			? []
			: [
					{
						label: t.subscriptions.reviewIn(destination),
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
	const entries = wide && inDetails ? [...keep, remove] : [...details, ...reviewEntry, ...keep, ...dismiss, remove];
	const within = (width: keyof typeof onlyFrom) => (inDetails ? "contents" : onlyFrom[width]);
	const of = (verb: string) => `${verb} ${list.name}`;
	return (
		<div className={cx("flex flex-wrap items-center gap-1.5", !inDetails && "shrink-0 justify-end")}>
			{wide && review !== null && (
				<span className={within(1000)}>
					<DownloadLink
						href={review}
						icon={ExternalLink}
						size="small"
						variant="ghost"
						label={t.subscriptions.reviewNamed(list.name, destination)}
					>
						{t.subscriptions.review}
					</DownloadLink>
				</span>
			)}
			{isDecided ? (
				<Button
					size="small"
					icon={Undo2}
					disabled={disabled}
					aria-label={of(t.subscriptions.moveBackTo)}
					onClick={() => handlers.undoDecision(list)}
				>
					{t.subscriptions.moveBackSubscriptions}
				</Button>
			) : (
				<>
					{list.state === "still_sending" && <BlockLink list={list} small />}
					{wide && !isUnsubscribed && (
						<span className={within(700)}>
							<Button
								size="small"
								variant="ghost"
								disabled={disabled}
								aria-label={of(t.subscriptions.markNotRequiredFor)}
								onClick={() => handlers.notRequired(list)}
							>
								{t.subscriptions.markNotRequired}
							</Button>
						</span>
					)}
					<Button
						size="small"
						disabled={disabled}
						aria-label={of(primary.label)}
						onClick={() => handlers.unsubscribe(list)}
					>
						{primary.text}
					</Button>
					{wide && !isUnsubscribed && (
						<span className={within(1000)}>
							<Button
								size="small"
								variant="ghost"
								disabled={disabled || review === null}
								aria-label={of(t.subscriptions.unsubscribeDeleteFor)}
								onClick={() => handlers.unsubscribeAndDelete(list)}
							>
								{t.subscriptions.unsubscribeDelete}
							</Button>
						</span>
					)}
				</>
			)}
			<Menu
				align="end"
				trigger={
					<IconButton icon={EllipsisVertical} size="small" label={of(t.subscriptions.moreFor)} tooltip={false} />
				}
				entries={entries}
			/>
		</div>
	);
}
