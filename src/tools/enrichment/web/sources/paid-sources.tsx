import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { type PaidSourceId, paidSourceIds } from "../../fields.ts";
import { t } from "../base/text.ts";
import { useChangeKey, useKeys } from "./use-keys.ts";
import { type ChosenSources, useChangeSources } from "./use-sources.ts";

/** Paid sources, each with the user's own API key and a switch. */
export function PaidSources({ chosen }: { chosen: ChosenSources }) {
	const change = useChangeSources();
	return (
		<section aria-label={t.sources.paid} className="pt-5">
			<h3 className="text-14 font-semibold">{t.sources.paid}</h3>
			<p className="pb-2 text-13 text-ink-3">{t.sources.paidNote}</p>
			<QueryView query={useKeys()} errorTitle={t.sources.couldntLoad}>
				{(keys) => (
					<ul className="flex flex-col divide-y divide-line border-y border-line">
						{paidSourceIds.map((id) => (
							<li key={id} className="flex flex-col gap-2 py-3">
								<Switch
									label={t.result.sources[id]}
									hint={t.sources.paidLearns}
									checked={chosen.paidSources.includes(id)}
									disabled={change.isPending || !keys.includes(id)}
									onChange={(on) =>
										change.mutate({
											paidSources: paidSourceIds.filter((one) => (one === id ? on : chosen.paidSources.includes(one))),
										})
									}
								/>
								<KeyForm source={id} hasKey={keys.includes(id)} />
							</li>
						))}
					</ul>
				)}
			</QueryView>
		</section>
	);
}

function KeyForm({ source, hasKey }: { source: PaidSourceId; hasKey: boolean }) {
	const [key, setKey] = useState("");
	const change = useChangeKey();
	const name = t.result.sources[source];
	if (hasKey)
		return (
			<p className="flex flex-wrap items-center justify-between gap-2 text-13 text-ink-2">
				{t.sources.keySaved}
				<Button
					size="small"
					aria-label={t.sources.removeKeyOf(name)}
					busy={change.isPending}
					onClick={() => change.mutate({ source, key: null })}
				>
					{t.sources.removeKey}
				</Button>
			</p>
		);
	return (
		<form
			className="flex flex-wrap items-end gap-2"
			onSubmit={(event) => {
				event.preventDefault();
				if (key.trim() !== "") change.mutate({ source, key: key.trim() }, { onSuccess: () => setKey("") });
			}}
		>
			<div className="min-w-48 flex-1">
				<Field label={t.sources.keyOf(name)}>
					<Input type="password" autoComplete="off" value={key} onChange={(event) => setKey(event.target.value)} />
				</Field>
			</div>
			<Button type="submit" aria-label={t.sources.saveKeyOf(name)} busy={change.isPending}>
				{t.sources.saveKey}
			</Button>
		</form>
	);
}
