import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PlanInput, PricingPlan } from "#shared/contracts/pricing.ts";
import { fieldErrorsOf } from "#web/lib/api/api.ts";
import { billingQuery } from "#web/lib/settings/settings-api.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Field, Input, Textarea } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { operatorApi, operatorKeys } from "./api.ts";
import { t } from "./text.ts";

interface PlanDialogProps {
	/** Null: a new one. */
	plan: PricingPlan | null;
	/** Of a new plan. */
	position: number;
	onClose: () => void;
}

/** What the form holds: texts, as they are typed. */
type Values = Record<
	"name" | "price" | "period" | "description" | "features" | "position" | "stripePriceId" | Limit,
	string
> & {
	isDefault: boolean;
	isPerMailbox: boolean;
};
type Limit = keyof PlanInput["limits"];

const LIMITS: Readonly<Record<Limit, string>> = {
	mailboxes: t.plansPage.mailboxes,
	aiPersonalizations: t.plansPage.aiPersonalizations,
	validations: t.plansPage.validations,
};
const textOf = (limit: number | null | undefined) => (typeof limit === "number" ? String(limit) : "");
const limitOf = (text: string) => (text.trim() === "" ? null : Number(text));

function valuesOf(plan: PricingPlan | null, position: number): Values {
	return {
		name: plan?.name ?? "",
		price: plan?.price ?? "",
		period: plan?.period ?? "",
		description: plan?.description ?? "",
		features: plan?.features.join("\n") ?? "",
		position: String(plan?.position ?? position),
		mailboxes: textOf(plan?.limits.mailboxes),
		aiPersonalizations: textOf(plan?.limits.aiPersonalizations),
		validations: textOf(plan?.limits.validations),
		isDefault: plan?.isDefault ?? false,
		stripePriceId: plan?.stripePriceId ?? "",
		isPerMailbox: plan?.isPerMailbox ?? false,
	};
}

function inputOf(values: Values): PlanInput {
	const { name, price, period, description, isDefault, isPerMailbox } = values;
	const stripePriceId = values.stripePriceId.trim();
	const features = values.features.split("\n").map((line) => line.trim());
	return {
		...{ name: name.trim(), price: price.trim(), period: period.trim(), description: description.trim(), isDefault },
		features: features.filter((line) => line !== ""),
		position: Number(values.position),
		stripePriceId: stripePriceId === "" ? null : stripePriceId,
		isPerMailbox,
		limits: {
			mailboxes: limitOf(values.mailboxes),
			aiPersonalizations: limitOf(values.aiPersonalizations),
			validations: limitOf(values.validations),
		},
	};
}

/** Adds a pricing plan, or changes one. */
export function PlanDialog({ plan, position, onClose }: PlanDialogProps) {
	const [values, setValues] = useState(() => valuesOf(plan, position));
	const save = useChange({
		make: async () => {
			const body = inputOf(values);
			if (plan === null) await operatorApi.createPricingPlan({ body });
			else await operatorApi.updatePricingPlan({ params: { id: plan.id }, body });
		},
		failed: t.plansPage.couldntSave,
		refresh: [operatorKeys.plans],
		done: () => {
			toast({ title: t.plansPage.saved, description: values.name.trim() });
			onClose();
		},
	});
	const errors = fieldErrorsOf(save.error);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		save.mutate();
	};
	const change = (name: Exclude<keyof Values, "isDefault" | "isPerMailbox">) => ({
		value: values[name],
		onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={plan === null ? t.plansPage.newPlan : t.plansPage.editPlan}
			description={plan === null ? undefined : t.plansPage.lowerLimits}
		>
			<form onSubmit={submit} className="flex flex-col gap-4">
				<Field label={t.plansPage.name} error={errors.name}>
					<Input {...change("name")} maxLength={60} required />
				</Field>
				<div className="grid gap-4 sm:grid-cols-2">
					<Field label={t.plansPage.price} hint={t.plansPage.priceHint} error={errors.price}>
						<Input {...change("price")} maxLength={40} required />
					</Field>
					<Field label={t.plansPage.period} hint={t.plansPage.periodHint} error={errors.period}>
						<Input {...change("period")} maxLength={80} />
					</Field>
				</div>
				<Field label={t.plansPage.description} error={errors.description}>
					<Input {...change("description")} maxLength={300} />
				</Field>
				<LimitFields change={change} errors={errors} />
				<Field label={t.plansPage.features} hint={t.plansPage.featuresHint} error={errors.features}>
					<Textarea {...change("features")} rows={5} />
				</Field>
				<Field label={t.plansPage.position} hint={t.plansPage.positionHint} error={errors.position}>
					<Input {...change("position")} type="number" min={1} max={1000} required />
				</Field>
				<Switch
					label={t.plansPage.makeDefault}
					hint={t.plansPage.makeDefaultHint}
					checked={values.isDefault}
					onChange={(isDefault) => setValues({ ...values, isDefault })}
				/>
				<PaymentFields
					price={change("stripePriceId")}
					error={errors.stripePriceId}
					isPerMailbox={values.isPerMailbox}
					onPerMailbox={(isPerMailbox) => setValues({ ...values, isPerMailbox })}
				/>
				<DialogFormActions>
					<Button onClick={onClose}>{t.plansPage.cancel}</Button>
					<Button type="submit" variant="primary" busy={save.isPending}>
						{t.plansPage.save}
					</Button>
				</DialogFormActions>
			</form>
		</Dialog>
	);
}

/** Value of a field, and its change. */
type TextField = { value: string; onChange: (event: { target: { value: string } }) => void };

interface LimitFieldsProps {
	change: (limit: Limit) => TextField;
	errors: Readonly<Record<string, string>>;
}

function LimitFields({ change, errors }: LimitFieldsProps) {
	return (
		<>
			<div className="grid gap-4 sm:grid-cols-3 sm:items-end">
				{(Object.keys(LIMITS) as Limit[]).map((limit) => (
					<Field key={limit} label={LIMITS[limit]} error={errors[`limits.${limit}`]}>
						<Input {...change(limit)} type="number" min={0} max={1_000_000_000} placeholder={t.plansPage.unlimited} />
					</Field>
				))}
			</div>
			<p className="-mt-2 text-12 text-ink-3">{t.plansPage.limitHint}</p>
		</>
	);
}

interface PaymentFieldsProps {
	price: TextField;
	error: string | undefined;
	isPerMailbox: boolean;
	onPerMailbox: (isPerMailbox: boolean) => void;
}

/** The price at Stripe, where plans can be paid for. */
function PaymentFields({ price, error, isPerMailbox, onPerMailbox }: PaymentFieldsProps) {
	const hasPayment = useQuery(billingQuery).data?.hasPayment === true;
	if (!hasPayment) return null;
	return (
		<>
			<Field label={t.plansPage.stripePrice} hint={t.plansPage.stripePriceHint} error={error}>
				<Input {...price} maxLength={200} mono />
			</Field>
			<Switch
				label={t.plansPage.perMailbox}
				hint={t.plansPage.perMailboxHint}
				checked={isPerMailbox}
				onChange={onPerMailbox}
			/>
		</>
	);
}
