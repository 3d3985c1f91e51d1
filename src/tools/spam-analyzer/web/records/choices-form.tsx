import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { type Policy, SERVICES, type Senders } from "../../records.ts";
import { t } from "../base/text.ts";

/** What the records are written from. */
export interface Choices {
	senders: Senders;
	policy: Policy;
	/** Receives reports; empty: no one. */
	reportsTo: string;
}

const policies = (["reject", "quarantine", "none"] as const).map((value) => ({
	value,
	label: t.records.policies[value].label,
	description: t.records.policies[value].description,
}));

/** Asks who sends for the domain, and what receivers do with other mail. */
export function ChoicesForm({ choices, onChange }: { choices: Choices; onChange: (choices: Choices) => void }) {
	const { senders, policy, reportsTo } = choices;
	const change = (next: Partial<Senders>): void => onChange({ ...choices, senders: { ...senders, ...next } });
	return (
		<div className="flex min-w-0 flex-col gap-4">
			<fieldset>
				<legend className="pb-1 text-13 font-semibold">{t.records.whoSends}</legend>
				<div className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-3">
					<Checkbox
						showLabel
						label={t.records.ownServers}
						checked={senders.usesMx}
						onChange={(usesMx) => change({ usesMx })}
					/>
					{SERVICES.map(({ id, name }) => (
						<Checkbox
							key={id}
							showLabel
							label={name}
							checked={senders.services.includes(id)}
							onChange={(on) =>
								change({ services: on ? [...senders.services, id] : senders.services.filter((one) => one !== id) })
							}
						/>
					))}
				</div>
			</fieldset>
			<div className="grid gap-4 sm:grid-cols-3">
				<Field label={t.records.addresses} hint={t.records.addressesHint}>
					<Input
						mono
						value={senders.addresses.join(" ")}
						spellCheck={false}
						onChange={(event) => change({ addresses: event.target.value.split(/[\s,]+/) })}
						onBlur={() => change({ addresses: senders.addresses.filter(Boolean) })}
					/>
				</Field>
				<Field label={t.records.policy}>
					<Select options={policies} value={policy} onChange={(next) => onChange({ ...choices, policy: next })} />
				</Field>
				<Field label={t.records.reportsTo} hint={t.records.reportsToHint}>
					<Input
						mono
						type="email"
						value={reportsTo}
						spellCheck={false}
						onChange={(event) => onChange({ ...choices, reportsTo: event.target.value.trim() })}
					/>
				</Field>
			</div>
		</div>
	);
}
