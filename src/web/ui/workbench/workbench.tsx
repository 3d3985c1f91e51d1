import { ListFilter, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { BackButton } from "../button/back-button.tsx";
import { IconButton } from "../button/button.tsx";

interface WorkbenchProps {
	title: string;
	/** In the line of the title: the date range of the facts, or the state of what the page is about. */
	range?: ReactNode;
	/** One line: the totals of what is shown. */
	facts?: ReactNode;
	/** A search field. On a phone it is behind a button. */
	search?: ReactNode;
	/** Name of the button that shows it on a phone, if it is not a search. */
	searchLabel?: string;
	/** At the end of the head. */
	actions?: ReactNode;
	/** What is left to do; absent when there is nothing. */
	strip?: ReactNode;
	/** Notices above the rows. */
	notices?: ReactNode;
	/** Tabs, chips and sort order, in one row. */
	filters?: ReactNode;
	/** `WorkPanel` of the row that is open. */
	panel?: ReactNode;
	/** `WorkbenchBulkBar` while something is selected. */
	bulk?: ReactNode;
	/** The rows. They take the remaining height and scroll. */
	children: ReactNode;
}

/**
 * The frame of a tool that works through rows: one head, one strip, one row of filters, and the rows with the full width
 * of the window. Only the rows and the panel scroll.
 */
export function Workbench(props: WorkbenchProps) {
	const { title, range, facts, search, searchLabel, actions, strip, notices, filters, panel, bulk, children } = props;
	const [searching, setSearching] = useState(false);
	return (
		<div className="relative flex h-[calc(100dvh-var(--top))] min-h-[440px] w-full max-w-[1920px] min-w-0 flex-col overflow-hidden">
			<header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 lg:px-6">
				<div className="flex min-w-0 items-center gap-1">
					<span className="-ml-2">
						<BackButton />
					</span>
					<h1 tabIndex={-1} className="truncate font-display text-20 font-medium tracking-[-0.01em] sm:text-[24px]">
						{title}
					</h1>
				</div>
				{range !== undefined && <div className="max-sm:order-2 max-sm:max-w-full">{range}</div>}
				<div className="ml-auto flex items-center gap-2 sm:order-3">
					{search !== undefined && (
						<span className="sm:hidden">
							<IconButton
								icon={searchLabel === undefined ? Search : ListFilter}
								label={searchLabel ?? t.workbench.search}
								aria-expanded={searching}
								onClick={() => setSearching(!searching)}
							/>
						</span>
					)}
					{search !== undefined && (
						<div className={cx("max-sm:hidden", searchLabel === undefined && "w-44 xl:w-52")}>{search}</div>
					)}
					{actions}
				</div>
				{facts !== undefined && (
					<div className="min-w-0 text-13 text-balance text-ink-2 tabular-nums max-sm:order-3 sm:order-2 sm:flex-1 sm:text-14 sm:max-xl:basis-80 xl:min-w-48">
						{facts}
					</div>
				)}
				{searching && <div className="order-4 w-full sm:hidden">{search}</div>}
			</header>
			<div className="flex min-h-0 flex-1">
				<div className="flex min-w-0 flex-1 flex-col">
					{strip}
					{notices !== undefined && <div className="flex flex-col gap-2 px-4 py-2 empty:hidden lg:px-6">{notices}</div>}
					{filters !== undefined && filters !== false && (
						<div className="flex h-12 shrink-0 items-center gap-3 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] lg:px-6">
							{filters}
						</div>
					)}
					<div className="flex min-h-0 flex-1 flex-col">{children}</div>
					{bulk}
				</div>
				{panel}
			</div>
		</div>
	);
}

/** Facts of the head, separated by points; those that are null are left out. */
export function Facts({ items }: { items: readonly ReactNode[] }) {
	return items
		.filter((item) => item !== null && item !== undefined && item !== false)
		.map((item, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: facts keep their positions
			<span key={index}>
				{index > 0 && <span className="text-ink-3"> · </span>}
				{item}
			</span>
		));
}

/** What the rows are replaced by: an empty state, a form, a log. It scrolls. */
export function WorkbenchPane({ children, padded = true }: { children: ReactNode; padded?: boolean }) {
	return (
		<div className={cx("relative flex min-h-0 flex-1 flex-col overflow-y-auto", padded && "gap-4 px-4 py-4 lg:px-6")}>
			{children}
		</div>
	);
}
