import type { PublicPlan } from "#shared/contracts/pricing.ts";
import { SiteButton, useSiteHost } from "./host.tsx";
import { CheckList, figureClass, Plan } from "./plan-card.tsx";
import { t } from "./text.ts";
import { UpgradeButton } from "./upgrade-button.tsx";

/** The plans that the operator has set. */
export function OfferedPlans({ plans }: { plans: readonly PublicPlan[] }) {
	return (
		<div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3">
			{plans.map((plan) => (
				<OfferedPlan key={plan.id} plan={plan} />
			))}
		</div>
	);
}

function OfferedPlan({ plan }: { plan: PublicPlan }) {
	const { visitor } = useSiteHost();
	const { id, canBuy, name, description, price, period, features, limits, isDefault } = plan;
	const included = [
		t.pricing.mailboxes(limits.mailboxes),
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
					<UpgradeButton planId={id} name={name} />
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
