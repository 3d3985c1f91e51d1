import { Archive, ChevronRight, Inbox, type LucideIcon, MailX, Shield, Tag } from "lucide-react";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { t } from "./text.ts";

const actions: { path: string; label: string; icon: LucideIcon }[] = [
	{ path: "/inbox", label: t.quick.inbox, icon: Inbox },
	{ path: "/tool/categorizer", label: t.quick.categorizer, icon: Tag },
	{ path: "/tool/unsubscriber", label: t.quick.unsubscriber, icon: MailX },
	{ path: "/tool/smart-archive", label: t.quick.smartArchive, icon: Archive },
	{ path: "/tool/block-filter", label: t.quick.blockFilter, icon: Shield },
];

/** Links to what people do most; only tools that are installed. */
export function QuickActions() {
	const { hasPath } = useInstalled();
	return (
		<Section title={t.quick.title}>
			<ul>
				{actions
					.filter(({ path }) => hasPath(path))
					.map(({ path, label, icon: Icon }) => (
						<li key={path} className="border-t border-line">
							<PathLink to={path} className="flex min-h-10 items-center gap-3 rounded-1 text-14 hover:text-accent">
								<Icon aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
								<span className="min-w-0 flex-1 truncate">{label}</span>
								<ChevronRight aria-hidden="true" size={14} className="text-ink-3" />
							</PathLink>
						</li>
					))}
			</ul>
		</Section>
	);
}
