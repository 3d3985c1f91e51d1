import { ExternalLink, type LucideIcon, Undo2 } from "lucide-react";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import type { Subscription } from "../base/api.ts";
import { t } from "../base/text.ts";
import { BlockLink } from "./block-link.tsx";
import { decisionOf, type RowActionHandlers, RowMenu, reviewedIn, reviewHref } from "./row-menu.tsx";

interface RowActionsProps {
	list: Subscription;
	disabled: boolean;
	handlers: RowActionHandlers;
}

/** Renders its children only where the list is wide enough for them; the menu has the same actions. */
const onlyFrom = { 700: "hidden @min-[700px]:contents", 1000: "hidden @min-[1000px]:contents" };

/** Four actions, and more behind a menu button. In narrow lists the lesser ones are only in the menu. */
export function RowActions(props: RowActionsProps) {
	const { list, disabled, handlers } = props;
	const wide = !usePhone();
	const review = reviewHref(list);
	const { isDecided, isHeld, isUnsubscribed } = decisionOf(list);
	const isOpen = wide && !isDecided && !isHeld && !isUnsubscribed;
	return (
		<div className="flex shrink-0 flex-wrap items-center justify-end gap-1.5">
			{wide && review !== null && (
				<span className={onlyFrom[1000]}>
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
			{list.state === "still_sending" && !list.isSuspicious && <BlockLink list={list} small />}
			{isOpen && (
				<span className={onlyFrom[700]}>
					<NotRequiredButton {...props} variant="ghost" />
				</span>
			)}
			<MainAction {...props} />
			{isOpen && !list.isSuspicious && (
				<span className={onlyFrom[1000]}>
					<Button
						size="small"
						variant="ghost"
						disabled={disabled || review === null}
						aria-label={`${t.subscriptions.unsubscribeDeleteFor} ${list.name}`}
						onClick={() => handlers.unsubscribeAndDelete(list)}
					>
						{t.subscriptions.unsubscribeDelete}
					</Button>
				</span>
			)}
			<RowMenu {...props} />
		</div>
	);
}

/** What fits one line at the bottom of the panel; the menu has the rest. */
export function PanelActions(props: RowActionsProps) {
	const { isDecided, isHeld, isUnsubscribed } = decisionOf(props.list);
	return (
		<>
			<MainAction {...props} size="medium" />
			{!isDecided && !isHeld && !isUnsubscribed && <NotRequiredButton {...props} size="medium" />}
			<span className="ml-auto">
				<RowMenu {...props} size="medium" inDetails />
			</span>
		</>
	);
}

type ButtonProps = RowActionsProps & { size?: "small" | "medium"; variant?: "ghost" };

/** Blocks what looks like phishing, and unsubscribes from other lists. */
function MainAction(props: ButtonProps) {
	const { list, size = "small" } = props;
	const isBlocked = list.isSuspicious && !decisionOf(list).isDecided;
	return isBlocked ? <BlockLink list={list} small={size === "small"} /> : <MainButton {...props} />;
}

/** Unsubscribes, continues or tries again; takes back what was decided. */
function MainButton({ list, disabled, handlers, size = "small" }: ButtonProps) {
	const { text, label, icon, run } = mainAction(list, handlers);
	return (
		<Button size={size} icon={icon} disabled={disabled} aria-label={`${label} ${list.name}`} onClick={() => run(list)}>
			{text}
		</Button>
	);
}

interface Main {
	text: string;
	/** Before the list's name. */
	label: string;
	icon?: LucideIcon;
	run: (list: Subscription) => void;
}

function mainAction(list: Subscription, handlers: RowActionHandlers): Main {
	const { isDecided, isHeld, isUnsubscribed } = decisionOf(list);
	if (isHeld) {
		const texts =
			list.state === "paused"
				? { text: t.holds.endPause, label: t.holds.endPauseFor }
				: { text: t.holds.stopArchiving, label: t.holds.stopArchivingFor };
		return { ...texts, icon: Undo2, run: handlers.release };
	}
	if (isDecided)
		return {
			text: t.subscriptions.moveBackSubscriptions,
			label: t.subscriptions.moveBackTo,
			icon: Undo2,
			run: handlers.undoDecision,
		};
	const texts =
		list.state === "needs_action"
			? { text: t.subscriptions.continue, label: t.subscriptions.continueWith }
			: isUnsubscribed
				? { text: t.subscriptions.tryAgain, label: t.subscriptions.tryAgainFor }
				: { text: t.subscriptions.unsubscribe, label: t.subscriptions.unsubscribeFrom };
	return { ...texts, run: handlers.unsubscribe };
}

function NotRequiredButton({ list, disabled, handlers, size = "small", variant }: ButtonProps) {
	return (
		<Button
			size={size}
			variant={variant}
			disabled={disabled}
			aria-label={`${t.subscriptions.markNotRequiredFor} ${list.name}`}
			onClick={() => handlers.notRequired(list)}
		>
			{t.subscriptions.markNotRequired}
		</Button>
	);
}
