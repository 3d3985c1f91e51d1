import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { AppPath } from "#web/lib/base/links.ts";
import { PathLink } from "../base/path-link.tsx";
import { Page, PageHeader } from "./page.tsx";

export interface GroupPage {
	to: AppPath;
	label: string;
	icon: LucideIcon;
}

interface GroupedPageProps {
	/** The level-one heading, the same on all of them. */
	title: string;
	description?: ReactNode;
	/** The pages of the group, in order; the current one is marked. */
	sections: readonly GroupPage[];
	children: ReactNode;
}

/** One of several pages under one title, with navigation next to it: settings and similar. On a phone it is above. */
export function GroupedPage({ title, description, sections, children }: GroupedPageProps) {
	const nav = useRef<HTMLElement>(null);
	// On a phone the row of names is wider than the screen.
	useEffect(() => {
		nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
	}, []);
	return (
		<Page>
			<PageHeader title={title} description={description} />
			<div className="grid min-w-0 items-start gap-x-8 gap-y-5 md:grid-cols-[168px_minmax(0,1fr)]">
				<nav
					ref={nav}
					aria-label={title}
					className="-mx-4 flex gap-1 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:sticky md:top-[calc(var(--top)+24px)] md:mx-0 md:-ml-2 md:flex-col md:px-0"
				>
					{sections.map(({ to, label, icon: Icon }) => (
						<PathLink
							key={to}
							to={to}
							activeOptions={{ exact: true, includeSearch: false }}
							className="group flex h-9 shrink-0 items-center gap-2.5 rounded-2 px-2.5 text-14 text-ink-2 transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink md:h-8 pointer-coarse:h-10"
						>
							<Icon aria-hidden="true" size={16} className="shrink-0 group-aria-[current=page]:text-accent" />
							{label}
						</PathLink>
					))}
				</nav>
				<div className="flex min-w-0 max-w-[760px] flex-col gap-5">{children}</div>
			</div>
		</Page>
	);
}
