import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { BackButton } from "../button/back-button.tsx";

interface PageProps {
	/** `fill`: exactly the height under the top bar, panes scroll inside; `text`: a narrow column. */
	layout?: "content" | "text" | "fill";
	children: ReactNode;
}

/** The frame of a screen inside the shell. */
export function Page({ layout = "content", children }: PageProps) {
	if (layout === "fill")
		return <div className="flex h-[calc(100dvh-var(--top))] min-w-0 flex-col overflow-hidden">{children}</div>;
	return (
		<div
			className={cx(
				"flex w-full min-w-0 flex-col gap-5 px-4 pt-4 pb-12 md:px-8 md:pt-6",
				layout === "text" ? "max-w-prose" : "max-w-[1712px]",
			)}
		>
			{children}
		</div>
	);
}

interface PageHeaderProps {
	title: string;
	/** Shows a button to the previous page before the title. */
	hasBack?: boolean;
	/** One sentence on the screen's purpose. */
	description?: ReactNode;
	/** Right of the title: a count, a status. */
	note?: ReactNode;
	actions?: ReactNode;
}

/** The screen's only level-one heading, in the serif font; receives focus when the route changes. */
export function PageHeader({ title, hasBack = false, description, note, actions }: PageHeaderProps) {
	return (
		<header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
			<div className="min-w-0">
				<div className="flex flex-wrap items-baseline gap-x-3">
					{hasBack && (
						<span className="-mr-1.5 -ml-2 self-center">
							<BackButton />
						</span>
					)}
					<h1 tabIndex={-1} className="font-display text-28 font-medium tracking-[-0.01em]">
						{title}
					</h1>
					{note !== undefined && <span className="text-14 text-ink-3">{note}</span>}
				</div>
				{description !== undefined && <p className="mt-1 max-w-prose text-14 text-pretty text-ink-2">{description}</p>}
			</div>
			{actions !== undefined && <div className="flex flex-wrap items-center gap-2 pt-0.5">{actions}</div>}
		</header>
	);
}
