import { lazy, Suspense } from "react";
import type { PublicPlan } from "#shared/contracts/pricing.ts";
import { cx } from "#web/ui/base/cx.ts";
import { SiteButton, useSiteHost } from "./host.tsx";
import { CheckList, figureClass, Plan } from "./plan-card.tsx";
import { t } from "./text.ts";

/** Of users who are signed in: visitors do not load it. */
const UpgradeButton = lazy(() => import("./upgrade-button.tsx"));

/** The plans that the operator has set. */
export function OfferedPlans({ plans }: { plans: readonly PublicPlan[] }) {
	return (
		<div
			className={cx(
				"grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3",
				plans.length === 1 && "max-w-[36rem]",
			)}
		>
			{plans.map((plan) => (
				<OfferedPlan key={plan.id} plan={plan} />
			))}
		</div>
	);
}

function OfferedPlan({ plan }: { plan: PublicPlan }) {
	const { visitor } = useSiteHost();
	const { id, canBuy, name, description, price, period, features, limits, isDefault, isPerMailbox } = plan;
	const included = [
		isPerMailbox && canBuy ? t.pricing.paidMailboxes : t.pricing.mailboxes(limits.mailboxes),
		t.pricing.validations(limits.validations),
		t.pricing.aiPersonalizations(limits.aiPersonalizations),
	];
	return (
		<Plan
			name={name}
			text={description}
			price={
				<>
					<span className={figureClass}>{price}</span>
					<span className="text-14 text-ink-2">{period}</span>
				</>
			}
		>
			<div className="mt-5 mb-6">
				{canBuy && visitor === "signed-in" ? (
					<Suspense fallback={<div className="h-10" />}>
						<UpgradeButton planId={id} name={name} />
					</Suspense>
				) : isDefault || canBuy ? (
					<SiteButton to="/auth" search={{ mode: "sign-up" }} size="large" wide>
						{t.pricing.getStarted}
					</SiteButton>
				) : (
					<SiteButton to="/contact" search={{ subject: t.pricing.planNamed(name) }} variant="primary" size="large" wide>
						{t.pricing.askFor(name)}
					</SiteButton>
				)}
			</div>
			<CheckList items={[...included, ...features]} />
		</Plan>
	);
}
