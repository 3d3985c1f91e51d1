import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { settingsValues } from "#shared/settings.ts";
import { hourNames } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { activityScoreSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { scoreKeys, settings } from "./api.ts";
import { weekdays } from "./heat-data.ts";
import { t } from "./text.ts";

type WorkHours = ReturnType<typeof settingsValues<typeof activityScoreSettings>>;

/** Edits the hours that response times count. */
export function WorkHoursDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const query = useQuery({
		queryKey: scoreKeys.work,
		enabled: open,
		queryFn: async ({ signal }) => {
			const { settings: sections } = await settings.getSettings({}, { signal });
			return settingsValues(activityScoreSettings, sections[tool.id]);
		},
	});
	return (
		<Dialog open={open} onClose={onClose} title={t.work.title} description={t.work.description}>
			<QueryView query={query}>{(hours) => <Form hours={hours} onClose={onClose} />}</QueryView>
		</Dialog>
	);
}

function Form({ hours, onClose }: { hours: WorkHours; onClose: () => void }) {
	const names = hourNames();
	const hourOptions = [...names, names[0] ?? ""].map((label, hour) => ({ value: String(hour), label }));
	const client = useQueryClient();
	const [form, setForm] = useState(hours);
	const save = useMutation({
		mutationFn: () => settings.updateSettings({ params: { section: tool.id }, body: form }),
		onSuccess: async () => {
			toast({ title: t.work.saved });
			onClose();
			await Promise.all([scoreKeys.work, scoreKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })));
		},
	});
	const toggle = (day: number, checked: boolean) => {
		const others = form.workDays.filter((one) => one !== day);
		setForm({ ...form, workDays: checked ? [...others, day].sort() : others });
	};
	return (
		<form
			className="flex flex-col gap-4"
			onSubmit={(event) => {
				event.preventDefault();
				save.mutate();
			}}
		>
			<fieldset>
				<legend className="pb-2 text-13 font-medium">{t.work.days}</legend>
				<div className="flex flex-wrap gap-x-4 gap-y-2">
					{weekdays().map(({ day, name }) => (
						<Checkbox
							key={day}
							showLabel
							label={name}
							checked={form.workDays.includes(day)}
							onChange={(checked) => toggle(day, checked)}
						/>
					))}
				</div>
			</fieldset>
			<div className="grid grid-cols-2 gap-4">
				<Field label={t.work.from}>
					<Select
						value={String(form.workFrom)}
						options={hourOptions.slice(0, 24)}
						onChange={(value) => setForm({ ...form, workFrom: Number(value) })}
					/>
				</Field>
				<Field label={t.work.until} error={save.error ? save.error.message : undefined}>
					<Select
						value={String(form.workUntil)}
						options={hourOptions.slice(1).map(({ label }, index) => ({ value: String(index + 1), label }))}
						onChange={(value) => setForm({ ...form, workUntil: Number(value) })}
					/>
				</Field>
			</div>
			<DialogFormActions>
				<Button onClick={onClose}>{t.work.cancel}</Button>
				<Button variant="primary" type="submit" busy={save.isPending}>
					{t.work.save}
				</Button>
			</DialogFormActions>
		</form>
	);
}
