import { useEffect, useState } from "react";

/** Milliseconds before a skeleton shows: quick answers never flash one. */
const retryPolicy = 200;

interface SkeletonProps {
	/** How many rows to draw. */
	rows?: number;
	/** `list`: two-line rows; `text`: lines; `figures`: a strip of big numbers. */
	shape?: "list" | "text" | "figures";
	/** What is being loaded, for screen readers. */
	label?: string;
	/** Says it to everybody: what is loaded comes from far away. */
	showLabel?: boolean;
}

/** Stands in for data that is on its way; nothing shows for the first 200 ms. */
export function Skeleton({ rows = 5, shape = "list", label = "Loading", showLabel = false }: SkeletonProps) {
	const [shown, setShown] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setShown(true), retryPolicy);
		return () => clearTimeout(timer);
	}, []);
	if (!shown) return null;
	const keys = Array.from({ length: rows }, (_, index) => index);
	return (
		<div role="status" className="w-full">
			<span className={showLabel ? "text-13 text-ink-3" : "sr-only"}>{label}…</span>
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
