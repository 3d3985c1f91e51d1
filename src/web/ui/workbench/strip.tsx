import { Check, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { Button } from "../button/button.tsx";

export interface StripItem {
	id: string;
	name: string;
	/** What there is to do. */
	step: string;
	action: ReactNode;
}

interface StripProps {
	/** Names the strip: "3 left for you". */
	label: string;
	/** After the number: "left for you". */
	words: string;
	items: readonly StripItem[];
	/** All of them, where `items` are only the first. */
	count?: number;
	/** "Next: Harbour & Home", where there is room for one line only. */
	next: string;
	/** Opens the checklist. */
	open: { label: string; onSelect: () => void };
}

/** Items that have room next to each other. */
const most = 3;

/** What is left for the user to do: the first items with their action, and the checklist of all. */
export function Strip({ label, words, items, count = items.length, next, open }: StripProps) {
	return (
		<section
			aria-label={label}
			className="flex min-h-12 shrink-0 items-center gap-4 border-b border-line bg-surface px-4 py-1.5 lg:px-6"
		>
			<p className="flex shrink-0 items-center gap-2 text-14 font-semibold">
				<span className="inline-flex h-6 min-w-6 items-center justify-center rounded-full bg-amber-soft px-1.5 text-12 text-amber tabular-nums">
					{formatNumber(count)}
				</span>
				{words}
			</p>
			<p className="min-w-0 flex-1 truncate text-13 text-ink-2 lg:hidden">{next}</p>
			<ul className="flex min-w-0 flex-1 divide-x divide-line max-lg:hidden">
				{items.slice(0, most).map(({ id, name, step, action }) => (
					<li key={id} className="flex min-w-0 flex-1 items-center gap-3 px-4 last:max-w-80">
						<span className="min-w-0 flex-1">
							<span className="block truncate text-13 font-semibold">{name}</span>
							<span className="block truncate text-12 text-ink-2">{step}</span>
						</span>
						{action}
					</li>
				))}
			</ul>
			<Button size="small" icon={ChevronRight} onClick={open.onSelect}>
				{open.label}
			</Button>
		</section>
	);
}

/** The strip after its last item. */
export function StripDone({ text, close }: { text: string; close: { label: string; onSelect: () => void } }) {
	return (
		<div
			role="status"
			className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 py-1.5 text-14 font-semibold text-accent lg:px-6"
		>
			<Check aria-hidden="true" size={18} />
			<span className="flex-1">{text}</span>
			<Button size="small" variant="ghost" onClick={close.onSelect}>
				{close.label}
			</Button>
		</div>
	);
}
