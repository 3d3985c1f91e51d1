import { useLocation } from "@tanstack/react-router";
import { type LucideIcon, Settings } from "lucide-react";
import { type ComponentType, lazy, Suspense } from "react";
import { toolGroups } from "#shared/tool.ts";
import { RailNavigation } from "#web/lib/screens/rail-navigation.ts";
import type { PageModule, ToolScreens } from "#web/lib/screens/screens.ts";
import { tools } from "#web/registry.ts";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { t } from "../base/text.ts";
import { AccountSwitcher } from "./account-switcher.tsx";

interface Entry {
	title: string;
	path: string;
	/** Other pages of the entry. */
	alsoAt?: readonly string[];
	icon: LucideIcon;
	group: string | null;
	Badge?: ComponentType;
	/** What is below the entry while it is open. */
	Below?: ComponentType;
}

const installed: readonly ToolScreens[] = tools;
const entries: readonly Entry[] = installed.flatMap((tool) => [
	{
		...tool.manifest,
		icon: tool.icon,
		alsoAt: tool.screens.flatMap(({ path, rail }) => (rail === undefined && path !== tool.manifest.path ? [path] : [])),
		Badge: tool.loadBadge && lazyPart(tool.loadBadge),
		Below: tool.loadRail && lazyPart(tool.loadRail),
	},
	...tool.screens.flatMap((screen) => (screen.rail ? [{ ...screen.rail, path: screen.path }] : [])),
]);

function lazyPart(load: () => Promise<PageModule>): ComponentType {
	return lazy(load as () => Promise<{ default: ComponentType }>);
}

/** Tools above the groups, and those below. */
const home = entries.filter((entry) => entry.group === "home");
const others: readonly Entry[] = [
	...entries.filter((entry) => entry.group === null),
	{ title: t.rail.settings, path: "/settings", icon: Settings, group: null },
];

/** The tools in their four groups, with the mailbox on top; empty groups are hidden. */
export function RailContent({ onNavigate }: { onNavigate?: () => void }) {
	const { pathname } = useLocation();
	const isOpen = ({ path, alsoAt = [] }: Entry): boolean =>
		[path, ...alsoAt].some((one) => pathname === one || pathname.startsWith(`${one}/`));
	return (
		<div className="flex flex-col gap-4 p-2">
			<AccountSwitcher onNavigate={onNavigate} />
			<nav aria-label={t.rail.tools} className="flex flex-col gap-3">
				{home.length > 0 && (
					<ul>
						{home.map((entry) => (
							<li key={entry.path}>
								<RailLink entry={entry} isOpen={isOpen(entry)} onNavigate={onNavigate} />
							</li>
						))}
					</ul>
				)}
				{toolGroups.map((group) => {
					const members = entries.filter((entry) => entry.group === group.id);
					if (members.length === 0) return null;
					return (
						<div key={group.id}>
							<h2 id={`rail-${group.id}`} className="px-2 pb-1 text-12 font-semibold text-ink-3">
								{group.title}
							</h2>
							<ul aria-labelledby={`rail-${group.id}`}>
								{members.map((entry) => (
									<li key={entry.path} className="group/entry">
										<RailLink entry={entry} isOpen={isOpen(entry)} onNavigate={onNavigate} />
										{entry.Below && isOpen(entry) && (
											// As far from the next entry as groups are from each other.
											<div className="pb-3 empty:hidden">
												<Suspense>
													<RailNavigation value={onNavigate}>
														<entry.Below />
													</RailNavigation>
												</Suspense>
											</div>
										)}
									</li>
								))}
							</ul>
						</div>
					);
				})}
				<ul aria-label={t.rail.more} className="border-t border-line pt-2">
					{others.map((entry) => (
						<li key={entry.path}>
							<RailLink entry={entry} isOpen={isOpen(entry)} onNavigate={onNavigate} />
						</li>
					))}
				</ul>
			</nav>
		</div>
	);
}

interface RailLinkProps {
	entry: Entry;
	isOpen: boolean;
	onNavigate?: () => void;
}

function RailLink({ entry, isOpen, onNavigate }: RailLinkProps) {
	const Icon = entry.icon;
	return (
		<PathLink
			to={entry.path}
			onClick={onNavigate}
			activeOptions={{ includeSearch: false }}
			aria-current={isOpen ? "page" : undefined}
			className="group flex h-[30px] items-center gap-2.5 rounded-2 px-2 text-14 text-ink-2 transition-colors hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink group-has-[>div_[aria-current=page]]/entry:bg-transparent! max-lg:h-10"
		>
			<Icon aria-hidden="true" size={16} className="shrink-0 group-aria-[current=page]:text-accent" />
			<span className="min-w-0 flex-1 truncate">{entry.title}</span>
			{entry.Badge && (
				<span className="text-12 text-ink-3 tabular-nums group-aria-[current=page]:text-ink-2">
					<Suspense>
						<entry.Badge />
					</Suspense>
				</span>
			)}
		</PathLink>
	);
}

/** The tools at the side of large screens. */
export default function Rail() {
	return (
		<aside
			aria-label={t.rail.mailboxAndTools}
			className="sticky top-[var(--top)] hidden h-[calc(100dvh-var(--top))] w-52 shrink-0 overflow-y-auto border-r border-line bg-paper lg:block"
		>
			<RailContent />
		</aside>
	);
}
