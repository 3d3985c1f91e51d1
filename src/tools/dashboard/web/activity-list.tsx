import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, Brush, type LucideIcon, MailX, ScanSearch } from "lucide-react";
import { formatFullTime, formatMailTime } from "#web/lib/base/format.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { undoChange } from "#web/lib/undo/undo.ts";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import type { ActivityItem, Overview } from "../contract.ts";
import { t } from "./text.ts";

const icons: Record<ActivityItem["type"], LucideIcon> = {
	scan: ScanSearch,
	cleanup: Brush,
	unsubscribe: MailX,
	archive: Archive,
};
const tones: Record<ActivityItem["status"], Tone> = { success: "green", failed: "red", pending: "blue" };

/** The latest scans and changes, with Undo. */
export function ActivityList({ items }: { items: Overview["recentActivity"] }) {
	const { hasPath } = useInstalled();
	const client = useQueryClient();
	const undo = useMutation({
		mutationFn: ({ id }: ActivityItem) => undoChange(client, { operations: [id] }, { failed: t.activity.undoFailed }),
	});
	const activity = "/activity";
	return (
		<Section
			title={t.activity.title}
			actions={
				hasPath(activity) && (
					<ButtonLink to={activity} size="small" variant="ghost">
						{t.activity.all}
					</ButtonLink>
				)
			}
		>
			{items === null || items.length === 0 ? (
				<p className="border-t border-line py-3 text-14 text-ink-2">
					{items === null ? t.activity.notAvailable : t.activity.none}
				</p>
			) : (
				<ul>
					{items.map((item) => {
						const Icon = icons[item.type];
						return (
							<li key={item.id} className="flex min-h-10 items-center gap-3 border-t border-line text-14">
								<Icon aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
								<span className="sr-only">{t.activity.types[item.type]}</span>
								<span className="min-w-0 flex-1 truncate" title={item.description}>
									{item.description}
								</span>
								{item.status === "success" ? (
									<span className="sr-only">{t.activity.status.success}</span>
								) : (
									<Badge tone={tones[item.status]}>{t.activity.status[item.status]}</Badge>
								)}
								<time
									dateTime={item.timestamp}
									title={formatFullTime(item.timestamp)}
									className="shrink-0 text-12 text-ink-3 tabular-nums"
								>
									{formatMailTime(item.timestamp)}
								</time>
								{item.canUndo && (
									<Button
										size="small"
										variant="ghost"
										busy={undo.isPending && undo.variables.id === item.id}
										aria-label={t.activity.undoOf(item.description)}
										onClick={() => undo.mutate(item)}
									>
										{t.activity.undo}
									</Button>
								)}
							</li>
						);
					})}
				</ul>
			)}
		</Section>
	);
}
