import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "../base/cx.ts";

interface DisclosureProps {
	label: string;
	/** Secondary text next to the label while collapsed: what is inside. */
	note?: string;
	open: boolean;
	onToggle: (open: boolean) => void;
	/** Stays mounted while collapsed, so that nothing typed is lost. */
	children: ReactNode;
}

/** A collapsible part of a form that most users never need. */
export function Disclosure({ label, note, open, onToggle, children }: DisclosureProps) {
	const id = useId();
	return (
		<div className="min-w-0">
			<button
				type="button"
				aria-expanded={open}
				aria-controls={id}
				onClick={() => onToggle(!open)}
				className="-ml-1 flex min-h-7 max-w-full items-center gap-1 rounded-1 pr-1.5 text-left text-13 font-medium text-ink-2 hover:text-ink"
			>
				<ChevronRight
					aria-hidden="true"
					size={16}
					className={cx("shrink-0 transition-transform duration-[120ms]", open && "rotate-90")}
				/>
				<span className="shrink-0">{label}</span>
				{note !== undefined && !open && <span className="truncate font-normal text-ink-3">· {note}</span>}
			</button>
			<div id={id} hidden={!open} className="pt-3">
				{children}
			</div>
		</div>
	);
}
