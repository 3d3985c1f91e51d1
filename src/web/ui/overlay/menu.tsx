import { Menu as Base } from "@base-ui/react/menu";
import { Check, type LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import type { AppPath } from "#web/lib/base/links.ts";
import { cx } from "../base/cx.ts";
import { Keys } from "../base/kbd.tsx";
import { PathLink } from "../base/path-link.tsx";
import { itemClass, popupClass } from "../base/popup.ts";

interface Entry {
	label: string;
	icon?: LucideIcon;
	/** A second, secondary line. */
	note?: string;
}
export type MenuEntry =
	| (Entry & { type?: "item"; onSelect: () => void; keys?: string; danger?: boolean; disabled?: boolean })
	| (Entry & { type: "link"; to: AppPath })
	| { type: "separator" }
	| { type: "heading"; label: string }
	| { type: "radio"; value: string; label: string; onChange: (value: string) => void; options: RadioOption[] };

export interface RadioOption {
	value: string;
	label: string;
	note?: string;
	start?: ReactNode;
}

interface MenuProps {
	/** The button that opens it: Button, IconButton, or any one button element. */
	trigger: ReactElement;
	entries: readonly MenuEntry[];
	align?: "start" | "center" | "end";
	/** At least as wide as its trigger. */
	matchWidth?: boolean;
}

/** A menu of commands, links and choices. Each command should also be in the command table. */
export function Menu({ trigger, entries, align = "start", matchWidth }: MenuProps) {
	return (
		<Base.Root modal={false}>
			<Base.Trigger render={trigger} />
			<Base.Portal>
				<Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-[var(--z-menu)]">
					<Base.Popup className={cx(popupClass, matchWidth ? "min-w-[var(--anchor-width)]" : "min-w-44")}>
						{entries.map((entry, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: separators have no name, and the list is rebuilt as a whole
							<Row key={index} entry={entry} />
						))}
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}

function Row({ entry }: { entry: MenuEntry }) {
	switch (entry.type) {
		case "separator":
			return <Base.Separator className="mx-1 my-1 h-px bg-line" />;
		case "heading":
			return <div className="px-2 pt-2 pb-1 text-12 font-semibold text-ink-3">{entry.label}</div>;
		case "radio":
			return (
				<Base.RadioGroup
					value={entry.value}
					onValueChange={(value: string) => entry.onChange(value)}
					aria-label={entry.label}
				>
					{entry.options.map((option) => (
						<Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
							{option.start}
							<Label label={option.label} note={option.note} />
							<Base.RadioItemIndicator className="ml-auto pl-3 text-accent">
								<Check size={16} aria-hidden="true" />
							</Base.RadioItemIndicator>
						</Base.RadioItem>
					))}
				</Base.RadioGroup>
			);
		case "link":
			return (
				<Base.LinkItem closeOnClick render={<PathLink to={entry.to} />} className={itemClass}>
					<Face icon={entry.icon} />
					<Label label={entry.label} note={entry.note} />
				</Base.LinkItem>
			);
		default:
			return (
				<Base.Item
					disabled={entry.disabled}
					onClick={entry.onSelect}
					className={cx(itemClass, entry.danger && "text-red")}
				>
					<Face icon={entry.icon} />
					<Label label={entry.label} note={entry.note} />
					{entry.keys && (
						<span className="ml-auto pl-4">
							<Keys keys={entry.keys} />
						</span>
					)}
				</Base.Item>
			);
	}
}

function Face({ icon: Icon }: { icon?: LucideIcon }) {
	return Icon ? <Icon aria-hidden="true" size={16} className="shrink-0 text-ink-3" /> : null;
}

function Label({ label, note }: { label: string; note?: string }) {
	return (
		<span className="min-w-0">
			<span className="block truncate">{label}</span>
			{note && <span className="block truncate text-12 text-ink-3">{note}</span>}
		</span>
	);
}
