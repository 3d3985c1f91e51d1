import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { formatNumber } from "#web/lib/base/format.ts";

export interface Tab<V extends string> {
	value: V;
	label: string;
	/** Shown after the label when above zero, such as unread messages. */
	count?: number;
	/** The count's meaning, for screen readers: "unread". */
	countLabel?: string;
}

interface TabsProps<V extends string> {
	tabs: readonly Tab<V>[];
	value: V;
	onChange: (value: V) => void;
	/** Names the tab list. */
	label: string;
	/** The panel of the selected tab. */
	children?: ReactNode;
	/** The panel takes the remaining height and scrolls inside. */
	fill?: boolean;
}

/** Tabs with arrow keys; the panel below belongs to the selected one. */
export function Tabs<V extends string>({ tabs, value, onChange, label, children, fill }: TabsProps<V>) {
	return (
		<Base.Root
			value={value}
			onValueChange={(next) => onChange(next as V)}
			className={fill ? "flex min-h-0 flex-1 flex-col" : undefined}
		>
			<TabList tabs={tabs} label={label} />
			{children !== undefined && (
				<TabPanel value={value} fill={fill ?? false}>
					{children}
				</TabPanel>
			)}
		</Base.Root>
	);
}

interface TabFrameProps<V extends string> extends Pick<TabsProps<V>, "value" | "onChange"> {
	children: ReactNode;
}

/** Around a `TabList` and its `TabPanel` that are not next to each other. */
export function TabFrame<V extends string>({ value, onChange, children }: TabFrameProps<V>) {
	return (
		<Base.Root value={value} onValueChange={(next) => onChange(next as V)} className="contents">
			{children}
		</Base.Root>
	);
}

/** The tabs of a `TabFrame`. */
export function TabList<V extends string>({ tabs, label }: Pick<TabsProps<V>, "tabs" | "label">) {
	const list = useRef<HTMLDivElement>(null);
	useEffect(() => revealTab(list.current?.querySelector<HTMLElement>("[data-active]")), []);
	return (
		<Base.List
			ref={list}
			aria-label={label}
			className="relative flex max-w-full shrink-0 gap-1 overflow-x-auto p-1 [scrollbar-width:none]"
		>
			{tabs.map((tab) => (
				<Base.Tab
					key={tab.value}
					value={tab.value}
					onClick={(event) => revealTab(event.currentTarget)}
					className={
						"flex h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-2 px-2.5 text-14 text-ink-2 pointer-coarse:h-10 " +
						"transition-colors hover:text-ink focus-visible:rounded-2 data-active:bg-sunken data-active:font-semibold data-active:text-ink"
					}
				>
					{tab.label}
					{tab.count !== undefined && tab.count > 0 && (
						<span className="font-semibold text-accent tabular-nums">
							{formatNumber(tab.count)}
							{tab.countLabel && <span className="sr-only"> {tab.countLabel}</span>}
						</span>
					)}
				</Base.Tab>
			))}
		</Base.List>
	);
}

/** Brings a tab into view that its list cuts off, without moving the page. */
function revealTab(tab: HTMLElement | null | undefined): void {
	const list = tab?.parentElement;
	if (!tab || !list) return;
	const end = tab.offsetLeft + tab.offsetWidth - list.clientWidth;
	list.scrollLeft = Math.min(Math.max(list.scrollLeft, end), tab.offsetLeft);
}

interface TabPanelProps<V extends string> {
	/** The selected tab. */
	value: V;
	/** It takes the remaining height and scrolls inside. */
	fill: boolean;
	children: ReactNode;
}

/** The content of the selected tab of a `TabFrame`. */
export function TabPanel<V extends string>({ value, fill, children }: TabPanelProps<V>) {
	return (
		<Base.Panel
			value={value}
			tabIndex={-1}
			className={fill ? "flex min-h-0 flex-1 flex-col outline-none" : "pt-3 outline-none"}
		>
			{children}
		</Base.Panel>
	);
}
