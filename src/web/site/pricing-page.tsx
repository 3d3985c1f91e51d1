import { useId, useState } from "react";
import { formatCount, formatNumber } from "#web/lib/base/format.ts";
import { buttonStyle } from "#web/ui/button/button-style.ts";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type PlanFeature, pricing } from "./content.ts";
import { SiteButton, useSiteHost } from "./host.tsx";
import { OfferedPlans } from "./offered-plans.tsx";
import { CheckList, figureClass, Plan } from "./plan-card.tsx";
import { SitePage } from "./site-page.tsx";
import { t } from "./text.ts";
import { type Offer, useOffer } from "./use-offer.ts";

/** The operator's plans, or the standard ones, priced for the number of accounts on the slider; and an FAQ. */
export default function PricingPage() {
	const { offer, hasFailed, retry } = useOffer();
	return (
		<SitePage title={t.pricing.pricing} text={offer?.items.length ? t.pricing.offerText : t.pricing.pricingText}>
			{offer === null ? (
				// As high as the plans, so that nothing below moves.
				<div className="min-h-120">
					{hasFailed ? <LoadError onRetry={retry} /> : <Skeleton label={t.pricing.loading} />}
				</div>
			) : (
				<>
					{offer.items.length > 0 ? (
						<OfferedPlans plans={offer.items} />
					) : (
						<div className="grid gap-3 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
							<Starter />
							<Pro />
						</div>
					)}
					<p className="mt-4 text-13 text-ink-3">
						{offer.hasPayment ? t.pricing.paidWithStripe : t.pricing.nothingCharged}
					</p>
					<Faq offer={offer} />
				</>
			)}
		</SitePage>
	);
}

function Starter() {
	const { name, text, price, period, features } = pricing.starter;
	return (
		<Plan
			name={name}
			text={text}
			price={
				<>
					<span className={figureClass}>{price}</span>
					<span className="text-14 text-ink-2">{period}</span>
				</>
			}
		>
			<div className="mt-5 mb-6">
				<SiteButton to="/auth" search={{ mode: "sign-up" }} size="large" wide>
					{t.pricing.getStarted}
				</SiteButton>
			</div>
			<Features features={features} />
		</Plan>
	);
}

function Pro() {
	const { name, text, features } = pricing.pro;
	const [accounts, setAccounts] = useState<number>(pricing.slider.start);
	return (
		<Plan
			name={name}
			text={text}
			price={
				<>
					<output className={figureClass}>${formatNumber(accounts * pricing.perAccount)}</output>
					<span className="text-14 text-ink-2">{t.pricing.perMonth(accounts)}</span>
				</>
			}
		>
			<AccountSlider accounts={accounts} onChange={setAccounts} />
			<div className="mt-5 mb-6">
				<SiteButton
					to="/contact"
					search={{ subject: t.pricing.proPlanFor(accounts) }}
					variant="primary"
					size="large"
					wide
				>
					{t.pricing.askForPro}
				</SiteButton>
			</div>
			<p className="mb-3 text-13 text-ink-3">{t.pricing.proIncludes}</p>
			<Features features={features} columns />
		</Plan>
	);
}

function AccountSlider({ accounts, onChange }: { accounts: number; onChange: (accounts: number) => void }) {
	const id = useId();
	const { min, max } = pricing.slider;
	return (
		<div className="mt-3">
			<label htmlFor={id} className="flex items-baseline justify-between text-13">
				<span className="font-medium">{t.pricing.gmailAccounts}</span>
				<span className="text-ink-3">{t.pricing.perAccount(pricing.perAccount)}</span>
			</label>
			<input
				id={id}
				type="range"
				min={min}
				max={max}
				value={accounts}
				onChange={(event) => onChange(event.target.valueAsNumber)}
				aria-valuetext={formatCount(accounts, "account")}
				className="mt-2 block h-6 w-full cursor-pointer accent-accent"
			/>
			<div aria-hidden="true" className="flex justify-between text-12 text-ink-3 tabular-nums">
				<span>{min}</span>
				<span>{max}</span>
			</div>
		</div>
	);
}

function Features({ features, columns }: { features: readonly PlanFeature[]; columns?: boolean }) {
	const { hasPath } = useSiteHost();
	const shown = features.filter(({ to }) => to === undefined || hasPath(to));
	return (
		<>
			<CheckList items={shown.map(({ label, isService }) => (isService ? `${label}*` : label))} columns={columns} />
			{shown.some(({ isService }) => isService) && <p className="mt-3 text-12 text-ink-3">* {t.pricing.serviceNote}</p>}
		</>
	);
}

function LoadError({ onRetry }: { onRetry: () => void }) {
	return (
		<div role="alert" className="flex flex-col items-start gap-3">
			<p className="text-16">{t.pricing.couldntLoad}</p>
			<button type="button" onClick={onRetry} className={buttonStyle({}, false)}>
				{t.pricing.tryAgain}
			</button>
		</div>
	);
}

/** The answer to a question of the FAQ; undefined: the standard one. */
function answerTo(about: "payment" | "methods" | undefined, { items, hasPayment }: Offer): string | undefined {
	if (about === undefined) return undefined;
	if (hasPayment) return about === "payment" ? t.pricing.paymentStripe : t.pricing.methodsStripe;
	return about === "payment" && items.length > 0 ? t.pricing.paymentOffered : undefined;
}

function Faq({ offer }: { offer: Offer }) {
	return (
		<section aria-labelledby="faq" className="mt-14 md:mt-20">
			<h2 id="faq" className="font-display text-28 font-medium tracking-[-0.012em]">
				{t.pricing.frequentlyAskedQuestions}
			</h2>
			<dl className="mt-6 grid gap-x-12 gap-y-7 md:grid-cols-2">
				{pricing.faq.map(({ question, answer, about, isClaim }) => {
					const known = answerTo(about, offer);
					return (
						<div key={question} className="border-t border-line-strong pt-4">
							<dt className="text-16 font-semibold">{question}</dt>
							<dd className="mt-1.5 max-w-[60ch] text-14 text-ink-2">
								{known ?? answer}
								{known === undefined && isClaim && "*"}
							</dd>
						</div>
					);
				})}
			</dl>
			<p className="mt-6 text-12 text-ink-3">* {t.pricing.claimNote}</p>
		</section>
	);
}
