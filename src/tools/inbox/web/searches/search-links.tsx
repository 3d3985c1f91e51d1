import { useLocation, useSearch } from "@tanstack/react-router";
import { Bookmark, History, type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { useRailNavigation } from "#web/lib/screens/rail-navigation.ts";
import { cx } from "#web/ui/base/cx.ts";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { IconButton } from "#web/ui/button/button.tsx";
import { t } from "../base/text.ts";
import { useSearches } from "./use-searches.ts";

const mostShown = 5;

/** Saved and recent searches in the rail. */
export function SearchLinks() {
	const { recent, saved, clearRecent } = useSearches();
	const others = recent.filter((q) => !saved.includes(q)).slice(0, mostShown);
	return (
		<>
			{saved.length > 0 && <Group title={t.searches.saved} icon={Bookmark} searches={saved} />}
			{others.length > 0 && (
				<Group title={t.searches.recent} icon={History} searches={others}>
					<IconButton icon={X} size="small" label={t.searches.clearRecent} onClick={clearRecent} />
				</Group>
			)}
		</>
	);
}

interface GroupProps {
	title: string;
	icon: LucideIcon;
	searches: readonly string[];
	/** Next to the title. */
	children?: ReactNode;
}

function Group({ title, icon: Icon, searches, children }: GroupProps) {
	const onNavigate = useRailNavigation();
	const { pathname } = useLocation();
	const { q: current } = useSearch({ strict: false }) as { q?: string };
	return (
		<section aria-label={title} className="pt-2">
			<div className="flex min-h-7 items-center justify-between">
				<h3 className="truncate px-2 text-12 font-semibold text-ink-3">{title}</h3>
				{children}
			</div>
			<ul>
				{searches.map((q) => {
					const isCurrent = current !== undefined && String(current) === q && pathname.startsWith("/inbox");
					return (
						<li key={q}>
							<PathLink
								to="/inbox"
								search={{ q }}
								onClick={onNavigate}
								title={q}
								aria-current={isCurrent ? "true" : undefined}
								className={cx(
									"flex h-[30px] items-center rounded-2 px-2 text-14 text-ink-2 transition-colors hover:text-ink max-lg:h-11",
									isCurrent && "bg-accent-soft font-semibold text-ink",
								)}
							>
								<Icon aria-hidden="true" size={16} className="mr-2.5 shrink-0" />
								<span dir="auto" className="min-w-0 flex-1 truncate">
									{q}
								</span>
							</PathLink>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
