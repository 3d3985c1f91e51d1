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

/** Where the newest message opens. */
function reviewedIn({ newest }: Subscription): string {
	return (newest?.reviewUrl ?? null) === null ? t.subscriptions.inbox : "Gmail";
}

/** What the user has decided or done about a list. */
function decisionOf({ state }: Subscription) {
	return {
		isDecided: state === "kept" || state === "not_required",
		isUnsubscribed: state === "requested" || state === "confirmed",
	};
}

/** Renders its children only where the list is wide enough for them; the menu has the same actions. */
const onlyFrom = { 700: "hidden @min-[700px]:contents", 1000: "hidden @min-[1000px]:contents" };
const within = (width: keyof typeof onlyFrom, inDetails: boolean) => (inDetails ? "contents" : onlyFrom[width]);

/** Four actions, and more behind a menu button. In narrow lists the lesser ones are only in the menu. */
export function RowActions({ list, disabled, handlers, inDetails = false }: RowActionsProps) {
	const wide = !usePhone();
	const review = reviewHref(list);
	const { isDecided } = decisionOf(list);
	const entries = menuOf({ list, disabled, handlers, inDetails }, wide);
	const of = (verb: string) => `${verb} ${list.name}`;
	return (
		<div className={cx("flex flex-wrap items-center gap-1.5", !inDetails && "shrink-0 justify-end")}>
			{wide && review !== null && (
				<span className={within(1000, inDetails)}>
					<DownloadLink
						href={review}
						icon={ExternalLink}
						size="small"
						variant="ghost"
						label={t.subscriptions.reviewNamed(list.name, reviewedIn(list))}
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
				<OpenListButtons {...{ list, disabled, handlers, inDetails }} wide={wide} />
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

/** The buttons of a list that the user has not decided to keep. */
function OpenListButtons({ list, disabled, handlers, inDetails = false, wide }: RowActionsProps & { wide: boolean }) {
	const review = reviewHref(list);
	const { isUnsubscribed } = decisionOf(list);
	const primary =
		list.state === "needs_action"
			? { text: t.subscriptions.continue, label: t.subscriptions.continueWith }
			: isUnsubscribed
				? { text: t.subscriptions.tryAgain, label: t.subscriptions.tryAgainFor }
				: { text: t.subscriptions.unsubscribe, label: t.subscriptions.unsubscribeFrom };
	const of = (verb: string) => `${verb} ${list.name}`;
	return (
		<>
			{list.state === "still_sending" && <BlockLink list={list} small />}
			{wide && !isUnsubscribed && (
				<span className={within(700, inDetails)}>
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
				<span className={within(1000, inDetails)}>
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
	);
}

/** The actions behind the menu button. In the panel, wide screens have most of them as buttons. */
function menuOf({ list, disabled, handlers, inDetails }: RowActionsProps, wide: boolean): MenuEntry[] {
	const review = reviewHref(list);
	const { isDecided, isUnsubscribed } = decisionOf(list);
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
	return wide && inDetails ? [...keep, remove] : [...details, ...reviewEntry, ...keep, ...dismiss, remove];
}
