import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, GripVertical, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import type { HTMLAttributes } from "react";
import { ALL_MAILBOXES, inboxLink, MAX_SEARCH_LENGTH } from "#web/lib/base/links.ts";
import { mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { cx } from "#web/ui/base/cx.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { Filter, FilterWarning } from "../../contract.ts";
import { actionWords, conditionWords } from "../../descriptions.ts";
import { t } from "../base/text.ts";
import type { NativeStatus } from "../native/native-status.ts";

interface FilterRowProps {
	filter: Filter;
	/** Index from 0, and the number of rules. */
	index: number;
	count: number;
	/** Name of its mailbox, or "All mailboxes"; undefined: the mailbox is being removed. */
	mailbox: string | undefined;
	warnings: readonly FilterWarning[];
	/** Where it runs. */
	nativeStatuses: readonly NativeStatus[];
	isBusy: boolean;
	isEdited: boolean;
	onToggle: (isActive: boolean) => void;
	onEdit: () => void;
	onRemove: () => void;
	onMove: (by: -1 | 1) => void;
	/** Moves by keyboard from its handle, which keeps the focus. */
	onMoveByKey: (by: -1 | 1) => void;
	/** Attributes of the drag handle and of the row. */
	handle: HTMLAttributes<HTMLElement>;
	row: HTMLAttributes<HTMLElement>;
	isDragged: boolean;
	/** A line above or below shows the drop position. */
	line: "above" | "below" | null;
}

/** One rule: condition, action, count, on or off. */
export function FilterRow(props: FilterRowProps) {
	const { filter, index, count, mailbox, warnings, nativeStatuses, isBusy, isEdited, line } = props;
	const { name, isActive } = filter;
	return (
		<li
			{...props.row}
			className={cx(
				"relative flex items-start gap-x-2 gap-y-1.5 border-b border-line py-3 pr-3 pl-1.5 last:border-0 max-sm:flex-wrap",
				props.isDragged && "opacity-50",
				isEdited && "bg-selected",
			)}
		>
			{line && (
				<span
					aria-hidden="true"
					className={cx("absolute inset-x-0 z-10 h-0.5 bg-accent", line === "above" ? "-top-px" : "-bottom-px")}
				/>
			)}
			<button
				type="button"
				{...props.handle}
				aria-label={t.list.orderOf(name, index + 1, count)}
				onKeyDown={(event) => {
					if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
					event.preventDefault();
					props.onMoveByKey(event.key === "ArrowUp" ? -1 : 1);
				}}
				className="mt-px flex size-7 shrink-0 cursor-grab items-center justify-center rounded-2 text-ink-3 hover:bg-sunken hover:text-ink active:cursor-grabbing"
			>
				<GripVertical size={16} aria-hidden="true" />
			</button>
			<FilterFacts {...{ filter, mailbox, warnings, nativeStatuses }} />
			<div className="ml-auto flex shrink-0 items-center">
				<span className="mr-1.5 flex">
					<Switch
						label={t.list.useFilter(name)}
						hideLabel
						checked={isActive}
						disabled={isBusy}
						onChange={props.onToggle}
					/>
				</span>
				<IconButton icon={Trash2} label={t.list.deleteFilter(name)} onClick={props.onRemove} />
				<Menu
					align="end"
					trigger={<IconButton icon={MoreHorizontal} label={t.list.moreFor(name)} />}
					entries={[
						{ label: t.list.edit, icon: Pencil, onSelect: props.onEdit },
						{ type: "separator" },
						{ label: t.list.moveUp, icon: ArrowUp, disabled: index === 0, onSelect: () => props.onMove(-1) },
						{ label: t.list.moveDown, icon: ArrowDown, disabled: index === count - 1, onSelect: () => props.onMove(1) },
					]}
				/>
			</div>
		</li>
	);
}

/** What a filter does and where it runs, how often it matched, and what is wrong with it. */
function FilterFacts({
	filter,
	mailbox,
	warnings,
	nativeStatuses,
}: Pick<FilterRowProps, "filter" | "mailbox" | "warnings" | "nativeStatuses">) {
	const { name, isActive } = filter;
	return (
		<div className="min-w-0 flex-1 max-sm:basis-60">
			<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
				<span className="min-w-0 text-14 font-semibold break-words">{name}</span>
				<Badge tone={isActive ? "green" : "neutral"}>{isActive ? t.list.active : t.list.inactive}</Badge>
				{mailbox !== undefined && <Badge>{mailbox}</Badge>}
				{isActive &&
					nativeStatuses.map(
						({ tone, text }) =>
							tone !== "neutral" && (
								<Badge key={text} tone={tone}>
									{text}
								</Badge>
							),
					)}
			</p>
			<p className="text-13 break-words text-ink-2">
				{ruleWords(filter)} <span aria-hidden="true">→</span> <span className="font-medium">{actionWords(filter)}</span>
			</p>
			<p className="mt-0.5 text-12 text-ink-3">
				{t.list.created(filter.createdAt)}
				{hitWords(filter)}
				{isActive && nativeStatuses.map(({ tone, text }) => tone === "neutral" && ` · ${text}`)}
			</p>
			{filter.hasMatched && filter.matchingQuery.length <= MAX_SEARCH_LENGTH && (
				<p className="mt-0.5 text-12 text-ink-3">
					<Link
						{...inboxLink}
						search={{ q: filter.matchingQuery, account: filter.accountId ?? ALL_MAILBOXES }}
						aria-label={t.list.showMatchingOf(name)}
						className={mailLinkClass}
					>
						{t.list.showMatching}
					</Link>
				</p>
			)}
			{filter.lastError !== null && <p className="mt-1 text-13 text-red">{t.list.problem(filter.lastError)}</p>}
			{isActive && nativeStatuses.map(({ text, why }) => why && <Why key={text + why} text={`${text}: ${why}`} />)}
			{warnings.map((warning) => (
				<p key={warning.sentence} className="mt-1 text-13 text-amber">
					{warning.sentence}
				</p>
			))}
		</div>
	);
}

function Why({ text }: { text: string }) {
	return <p className="mt-0.5 text-12 text-ink-3">{text}</p>;
}

function hitWords({ hasMatched, lastHitAt, hitCount, recentHitCount }: Filter): string {
	if (!hasMatched) return t.list.neverMatched;
	return lastHitAt === null ? t.list.allRestored : t.list.hits(hitCount, lastHitAt, recentHitCount);
}

function ruleWords({ ruleType, ruleValue, conditions }: Filter): string {
	if (ruleType !== "advanced") return conditionWords({ kind: ruleType, value: ruleValue, not: false });
	return conditions === null ? "" : conditionWords(conditions);
}
