import type { PublicPlan } from "#shared/contracts/pricing.ts";
import { formatCount } from "#web/lib/format.ts";
import { SiteButton } from "./host.tsx";
import { CheckList, figureClass, Plan } from "./plan-card.tsx";
import { t } from "./text.ts";

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
	const { name, description, price, period, features, limits, isDefault } = plan;
	const included = [
		limitText(limits.mailboxes, t.pricing.mailboxes),
		limitText(limits.validations, t.pricing.validations),
		limitText(limits.aiPersonalizations, t.pricing.aiPersonalizations),
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
				{isDefault ? (
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

function limitText(limit: number | null, [one, many, unlimited]: readonly [string, string, string]): string {
	return limit === null ? unlimited : formatCount(limit, one, many);
}
