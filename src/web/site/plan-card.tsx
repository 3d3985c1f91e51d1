import { Check } from "lucide-react";
import type { ReactNode } from "react";

interface PlanProps {
	name: string;
	text: string;
	price: ReactNode;
	children: ReactNode;
}

/** The card of a plan. */
export function Plan({ name, text, price, children }: PlanProps) {
	return (
		<section
			aria-label={name}
			className="flex min-w-0 flex-col rounded-3 border border-line bg-surface px-5 py-6 md:px-7 md:py-7"
		>
			<h2 className="text-16 font-semibold wrap-anywhere">{name}</h2>
			<p className="text-14 wrap-anywhere text-ink-2">{text}</p>
			<p className="mt-5 flex min-h-12 flex-wrap items-baseline gap-x-2 wrap-anywhere">{price}</p>
			{children}
		</section>
	);
}

/** The type of a price. */
export const figureClass = "font-display text-44 font-medium tracking-[-0.02em] tabular-nums";

/** What a plan includes. */
export function CheckList({ items, columns }: { items: readonly string[]; columns?: boolean }) {
	return (
		<ul className={columns ? "grid gap-x-6 gap-y-2 sm:grid-cols-2" : "grid gap-y-2"}>
			{items.map((item) => (
				<li key={item} className="flex min-w-0 gap-2.5 text-14 wrap-anywhere">
					<Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-accent" />
					{item}
				</li>
			))}
		</ul>
	);
}
