import type { ReactNode } from "react";

interface PartProps {
	/** Name of the component, or of a group: "Button". */
	name: string;
	children: ReactNode;
}

/** A component of the kit with its states. */
export function Part({ name, children }: PartProps) {
	const id = name.toLowerCase().replaceAll(" ", "-");
	return (
		<section aria-labelledby={`part-${id}`} data-part={id} className="flex flex-col gap-4 border-t border-line py-6">
			<h2 id={`part-${id}`} className="font-display text-20 font-medium">
				{name}
			</h2>
			{children}
		</section>
	);
}

/** One state, named above it. */
export function State({ name, children }: PartProps) {
	return (
		<div className="flex min-w-0 flex-col gap-2">
			<h3 className="text-12 font-semibold text-ink-3">{name}</h3>
			{children}
		</div>
	);
}

/** States next to each other, where they fit. */
export function Row({ children }: { children: ReactNode }) {
	return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

/** Two states next to each other on wide screens. */
export function Pair({ children }: { children: ReactNode }) {
	return <div className="grid min-w-0 gap-x-10 gap-y-8 lg:grid-cols-2">{children}</div>;
}
