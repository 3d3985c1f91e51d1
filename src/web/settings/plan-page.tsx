import { useQuery } from "@tanstack/react-query";
import { formatDate, formatNumber } from "#web/lib/base/format.ts";
import { billingQuery, planUsageQuery, settingsApi } from "#web/lib/settings/settings-api.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

const WARNING_THRESHOLD = 0.9;

/** `/settings/plan`: the user's plan, and usage against its limits. */
export default function PlanPage() {
	return (
		<SettingsFrame>
			<Usage />
			<Subscription />
		</SettingsFrame>
	);
}

function Usage() {
	const query = useQuery(planUsageQuery);
	return (
		<Card
			title={t.plan.title}
			note={t.plan.note}
			actions={
				<ButtonLink to="/pricing" size="small">
					{t.plan.seePlans}
				</ButtonLink>
			}
		>
			<QueryView query={query} loading={<Skeleton rows={3} label={t.plan.loading} />} errorTitle={t.plan.couldntLoad}>
				{({ plan, mailboxes, aiPersonalizations, validations, renewedAt }) => (
					<div className="flex flex-col gap-5">
						<p className="text-14">{plan === null ? t.plan.noPlan : t.plan.yours(plan.name)}</p>
						<UsageRow label={t.plan.mailboxes} {...mailboxes} />
						<UsageRow label={t.plan.aiPersonalizations} {...aiPersonalizations} />
						<UsageRow label={t.plan.validations} {...validations} />
						<p className="text-12 text-ink-3">{t.plan.renewed(formatDate(renewedAt))}</p>
					</div>
				)}
			</QueryView>
		</Card>
	);
}

/** Where this server takes payments: the subscription, which is managed in Stripe. */
function Subscription() {
	const query = useQuery(billingQuery);
	const open = useChange({
		make: () => settingsApi.openBillingPortal(),
		failed: t.plan.couldntOpenPortal,
		done: ({ url }) => location.assign(url),
	});
	if (query.data?.hasPayment === false) return null;
	return (
		<Card title={t.plan.subscription} note={t.plan.subscriptionNote}>
			<QueryView
				query={query}
				loading={<Skeleton rows={1} label={t.plan.loadingSubscription} />}
				errorTitle={t.plan.couldntLoadSubscription}
			>
				{({ isSubscribed, isPastDue }) => (
					<div className="flex flex-col items-start gap-4">
						{isPastDue && <Notice tone="amber">{t.plan.pastDue}</Notice>}
						<p className="text-14">{isSubscribed ? t.plan.subscribed : t.plan.notSubscribed}</p>
						{isSubscribed && (
							<Button busy={open.isPending} onClick={() => open.mutate()}>
								{t.plan.manage}
							</Button>
						)}
					</div>
				)}
			</QueryView>
		</Card>
	);
}

function UsageRow({ label, used, limit }: { label: string; used: number; limit: number | null }) {
	if (limit === null)
		return (
			<p className="flex flex-wrap items-baseline justify-between gap-3 text-13">
				<span className="font-medium">{label}</span>
				<span className="text-12 text-ink-3 tabular-nums">{t.plan.usedUnlimited(formatNumber(used))}</span>
			</p>
		);
	const share = used >= limit ? 1 : used / limit;
	return (
		<Progress
			label={label}
			// A limit of 0 is used up.
			done={limit === 0 ? 1 : used}
			total={limit === 0 ? 1 : limit}
			detail={t.plan.usedOf(formatNumber(used), formatNumber(limit))}
			tone={share >= 1 ? "red" : share >= WARNING_THRESHOLD ? "amber" : "green"}
		/>
	);
}
