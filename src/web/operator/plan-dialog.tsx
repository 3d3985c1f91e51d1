import { type FormEvent, useState } from "react";
import type { PlanInput, PricingPlan } from "#shared/contracts/pricing.ts";
import { fieldErrorsOf } from "#web/lib/api.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, Input, Textarea } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";
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
type Values = Record<"name" | "price" | "period" | "description" | "features" | "position" | Limit, string> & {
	isDefault: boolean;
};
type Limit = keyof PlanInput["limits"];

const LIMITS: readonly Limit[] = ["mailboxes", "aiPersonalizations", "validations"];
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
	};
}

function inputOf(values: Values): PlanInput {
	const { name, price, period, description, isDefault } = values;
	const features = values.features.split("\n").map((line) => line.trim());
	return {
		...{ name: name.trim(), price: price.trim(), period: period.trim(), description: description.trim(), isDefault },
		features: features.filter((line) => line !== ""),
		position: Number(values.position),
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
	const change = (name: Exclude<keyof Values, "isDefault">) => ({
		value: values[name],
		onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
	});
	const { plansPage: words } = t;
	return (
		<Dialog
			open
			onClose={onClose}
			title={plan === null ? words.newPlan : words.editPlan}
			description={plan === null ? undefined : words.lowerLimits}
		>
			<form onSubmit={submit} className="flex flex-col gap-4">
				<Field label={words.name} error={errors.name}>
					<Input {...change("name")} maxLength={60} required />
				</Field>
				<div className="grid gap-4 sm:grid-cols-2">
					<Field label={words.price} hint={words.priceHint} error={errors.price}>
						<Input {...change("price")} maxLength={40} required />
					</Field>
					<Field label={words.period} hint={words.periodHint} error={errors.period}>
						<Input {...change("period")} maxLength={80} />
					</Field>
				</div>
				<Field label={words.description} error={errors.description}>
					<Input {...change("description")} maxLength={300} />
				</Field>
				<div className="grid gap-4 sm:grid-cols-3 sm:items-end">
					{LIMITS.map((limit) => (
						<Field key={limit} label={words[limit]} error={errors[`limits.${limit}`]}>
							<Input {...change(limit)} type="number" min={0} max={1_000_000_000} placeholder={words.unlimited} />
						</Field>
					))}
				</div>
				<p className="-mt-2 text-12 text-ink-3">{words.limitHint}</p>
				<Field label={words.features} hint={words.featuresHint} error={errors.features}>
					<Textarea {...change("features")} rows={5} />
				</Field>
				<Field label={words.position} hint={words.positionHint} error={errors.position}>
					<Input {...change("position")} type="number" min={1} max={1000} required />
				</Field>
				<Switch
					label={words.makeDefault}
					hint={words.makeDefaultHint}
					checked={values.isDefault}
					onChange={(isDefault) => setValues({ ...values, isDefault })}
				/>
				<div className="flex justify-end gap-2">
					<Button onClick={onClose}>{words.cancel}</Button>
					<Button type="submit" variant="primary" busy={save.isPending}>
						{words.save}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
