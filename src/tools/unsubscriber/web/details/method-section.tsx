import { useQuery } from "@tanstack/react-query";
import { Badge } from "#web/ui/base/badge.tsx";
import { PanelSection } from "#web/ui/workbench/panel.tsx";
import type { Subscription } from "../base/api.ts";
import { hostOf, methodBadge } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { BlockLink } from "../unsubscribe/block-link.tsx";
import { checkLists } from "../unsubscribe/use-checked.ts";

/** Milliseconds that a check is shown for without another one. */
const VALID_FOR = 600_000;

/** How to unsubscribe from a list, verified when the panel opens, with the reason. */
export function MethodSection({ list }: { list: Subscription }) {
	const isDone = list.state === "confirmed" || list.state === "requested";
	const check = useQuery({
		queryKey: ["unsubscribe-check", list.id, list.newest?.id],
		queryFn: async ({ signal }) => {
			const [checked] = await checkLists([list], { signal });
			return checked?.unsubscribe ?? list.unsubscribe;
		},
		enabled: !isDone,
		staleTime: VALID_FOR,
		refetchOnWindowFocus: false,
		retry: false,
	});
	const unsubscribe = check.data ?? list.unsubscribe;
	const { label, tone } = methodBadge({ isSuspicious: list.isSuspicious, unsubscribe });
	const { attempt } = list;
	return (
		<PanelSection
			title={t.details.howToUnsubscribe}
			end={
				<Badge tone={tone}>
					{check.data?.method === "one_click" ? t.details.verified(label.toLowerCase()) : label}
				</Badge>
			}
		>
			<p role="status" className="text-13 text-ink-2">
				{check.isFetching && check.data === undefined
					? t.unsubscribe.checking
					: check.error !== null
						? t.unsubscribe.couldntCheck(check.error.message)
						: unsubscribe.explanation}
			</p>
			{unsubscribe.address !== null && (
				<p className="font-mono text-12 break-all text-ink-3">{hostOf(unsubscribe.address) ?? unsubscribe.address}</p>
			)}
			{attempt?.explanation && attempt.explanation !== unsubscribe.explanation && (
				<p className="text-13 text-ink-2">{t.details.lastTried(attempt.explanation)}</p>
			)}
			<BlockLink list={list} small />
		</PanelSection>
	);
}
