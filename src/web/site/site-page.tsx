import type { ReactNode } from "react";

interface SitePageProps {
	title: string;
	/** One sentence on the page's purpose. */
	text: ReactNode;
	children: ReactNode;
}

/** The frame of a public page other than the landing page. */
export function SitePage({ title, text, children }: SitePageProps) {
	return (
		<div className="mx-auto w-full max-w-page px-4 pt-10 pb-16 md:px-8 md:pt-16 md:pb-24">
			<header className="mb-8 md:mb-12">
				<h1
					tabIndex={-1}
					className="font-display text-[36px] leading-[1.08] font-medium tracking-[-0.018em] md:text-[48px]"
				>
					{title}
				</h1>
				<p className="mt-3 max-w-[60ch] text-16 text-ink-2">{text}</p>
			</header>
			{children}
		</div>
	);
}
