import { useEffect, useState } from "react";
import { t } from "../base/text.ts";

/** Milliseconds before a skeleton shows, so that fast responses do not flash one. */
const showDelay = 200;

interface SkeletonProps {
	/** Number of rows. */
	rows?: number;
	/** `list`: two-line rows; `text`: lines; `figures`: a strip of large numbers. */
	shape?: "list" | "text" | "figures";
	/** What is being loaded, for screen readers. */
	label?: string;
	/** Shows the label visibly: for slow, remote data. */
	showLabel?: boolean;
}

/** Placeholder for loading data; invisible for the first 200 ms. */
export function Skeleton({ rows = 5, shape = "list", label = t.states.loading, showLabel = false }: SkeletonProps) {
	const [shown, setShown] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setShown(true), showDelay);
		return () => clearTimeout(timer);
	}, []);
	if (!shown) return null;
	const keys = Array.from({ length: rows }, (_, index) => index);
	return (
		<div role="status" className="w-full">
			<span className={showLabel ? "text-13 text-ink-3" : "sr-only"}>{/[.…]$/.test(label) ? label : `${label}…`}</span>
			<div
				aria-hidden="true"
				className={shape === "figures" ? "grid grid-cols-2 gap-4 md:grid-cols-4" : "flex flex-col"}
			>
				{keys.map((key) =>
					shape === "list" ? (
						<div key={key} className="flex flex-col gap-2 border-b border-line px-4 py-3.5 last:border-0">
							<span className="h-3 rounded-1 bg-sunken" style={{ width: `${30 + ((key * 17) % 30)}%` }} />
							<span className="h-3 rounded-1 bg-sunken" style={{ width: `${60 + ((key * 13) % 35)}%` }} />
						</div>
					) : shape === "figures" ? (
						<span key={key} className="h-16 rounded-2 bg-sunken" />
					) : (
						<span
							key={key}
							className="my-1.5 h-3 rounded-1 bg-sunken"
							style={{ width: `${70 + ((key * 23) % 30)}%` }}
						/>
					),
				)}
			</div>
		</div>
	);
}
