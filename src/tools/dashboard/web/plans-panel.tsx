import { type ReactNode, useState } from "react";
import type { FigureId } from "#shared/figures/figures.ts";
import { formatBytes, formatNumber } from "#web/lib/base/format.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { PlanDialog, type PlanDialogProps } from "#web/lib/plan/plan-dialog.tsx";
import { forecastLine } from "#web/lib/plan/result.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import type { Overview } from "../contract.ts";
import { queries } from "../queries.ts";
import { tool } from "../tool.ts";
import { MailLink } from "./mail-link.tsx";
import { t } from "./text.ts";

type Plans = NonNullable<Overview["plans"]>;
type Dialog = Pick<PlanDialogProps, "plan" | "title" | "verb" | "done">;

/** What can be cleaned up at once. Each opens its plan or its list; the first is the page's primary action. */
export function PlansPanel({ plans: { oldPromotions, oldUnread, unreadLists } }: { plans: Plans }) {
	const { account } = useSelection();
	const { hasPath } = useInstalled();
	const [dialog, setDialog] = useState<Dialog | null>(null);
	const scope = { account: account?.id, source: tool.id };
	const archive = queries.oldPromotions;
	const read = queries.oldUnread(oldUnread.before);
	const unsubscriber = "/tool/unsubscriber";
	return (
		<section
			aria-label={t.plans.label}
			className="grid divide-line rounded-3 border border-line bg-surface max-lg:divide-y lg:grid-cols-3 lg:divide-x"
		>
			<PlanItem
				figure="oldPromotions"
				count={oldPromotions.count}
				q={archive}
				name={t.plans.oldPromotions(oldPromotions.count)}
				note={t.plans.oldPromotionsNote(formatBytes(oldPromotions.bytes))}
				action={
					<Button
						variant="primary"
						onClick={() =>
							setDialog({
								plan: { action: "archive", query: archive, ...scope },
								title: t.plans.archiveTitle,
								verb: t.plans.archiveVerb,
								done: (result) => ({ title: t.plans.archiveDone(result.applied), description: forecastLine(result) }),
							})
						}
					>
						{t.plans.review}
					</Button>
				}
			/>
			<PlanItem
				figure="unreadLists"
				count={unreadLists}
				name={t.plans.unreadLists(unreadLists)}
				note={t.plans.unreadListsNote}
				action={
					hasPath(unsubscriber) && (
						<ButtonLink to={unsubscriber} search={{ range: "3m" }}>
							{t.plans.unsubscribe}
						</ButtonLink>
					)
				}
			/>
			<PlanItem
				count={oldUnread.count}
				q={read}
				name={t.plans.oldUnread(oldUnread.count)}
				note={t.plans.oldUnreadNote}
				action={
					<Button
						onClick={() =>
							setDialog({
								plan: { action: "mark_read", query: read, ...scope },
								title: t.plans.readTitle,
								verb: t.plans.readVerb,
								done: (result) => ({ title: t.plans.readDone(result.applied), description: forecastLine(result) }),
							})
						}
					>
						{t.plans.markRead}
					</Button>
				}
			/>
			<PlanDialog
				plan={dialog?.plan ?? null}
				title={dialog?.title ?? ""}
				verb={dialog?.verb ?? String}
				done={dialog?.done ?? (() => ({ title: "" }))}
				onClose={() => setDialog((now) => now && { ...now, plan: null })}
			/>
		</section>
	);
}

interface PlanItemProps {
	figure?: FigureId;
	count: number;
	/** Lists the emails; absent: there is no search for them. */
	q?: string;
	name: string;
	note: string;
	action: ReactNode;
}

function PlanItem({ figure, count, q, name, note, action }: PlanItemProps) {
	const digits = <span className="font-display text-28 leading-none tabular-nums">{formatNumber(count)}</span>;
	const number =
		q === undefined || count === 0 ? (
			digits
		) : (
			<MailLink q={q} label={`${formatNumber(count)} ${name}`}>
				{digits}
			</MailLink>
		);
	return (
		<div className="flex min-w-0 items-center gap-3.5 px-4 py-4.5">
			<span className="min-w-10 shrink-0 max-lg:text-right">
				{figure === undefined ? number : <Defined figure={figure}>{number}</Defined>}
			</span>
			<p className="min-w-0 flex-1">
				<span className="block text-14 font-semibold">{name}</span>
				<span className="block text-13 text-ink-3">{count === 0 ? t.plans.nothing : note}</span>
			</p>
			{count > 0 && <span className="shrink-0">{action}</span>}
		</div>
	);
}
