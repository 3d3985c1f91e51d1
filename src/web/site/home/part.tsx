import type { ReactNode } from "react";

interface PartProps {
	id: string;
	title: string;
	/** One sentence next to the title. */
	text?: ReactNode;
	children: ReactNode;
}

/** A titled section of the landing page. */
export function Part({ id, title, text, children }: PartProps) {
	return (
		<section aria-labelledby={id} className="mx-auto w-full max-w-page px-4 pt-16 md:px-8 md:pt-24">
			<div className="mb-6 flex flex-wrap items-end justify-between gap-x-12 gap-y-2 md:mb-8">
				<h2
					id={id}
					className="max-w-[22ch] font-display text-28 font-medium tracking-[-0.012em] md:text-[36px] md:leading-[1.12]"
				>
					{title}
				</h2>
				{text !== undefined && <p className="max-w-[46ch] text-14 text-ink-2 md:pb-1">{text}</p>}
			</div>
			{children}
		</section>
	);
}
