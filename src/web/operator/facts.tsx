import type { ReactNode } from "react";

/** Label-value pairs in two columns. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode; note?: ReactNode }[] }) {
	return (
		<dl className="divide-y divide-line">
			{facts.map(({ label, value, note }) => (
				<div key={label} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5 text-14">
					<dt className="w-28 shrink-0 text-ink-2 sm:w-40">{label}</dt>
					<dd className="min-w-0 flex-1 break-words tabular-nums">
						{value}
						{note && <span className="ml-2 text-13 text-ink-3">{note}</span>}
					</dd>
				</div>
			))}
		</dl>
	);
}
