import { type FormEvent, useId, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, Textarea } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { ContactDetails } from "../../contract.ts";
import { t } from "../base/text.ts";
import { nameOf } from "../list/contact-list.tsx";
import { cardOf, valuesOf } from "./card-form.ts";
import { useSaveCard } from "./use-card.ts";

interface EditDialogProps {
	details: ContactDetails;
	open: boolean;
	onClose: () => void;
}

/** What the user knows about a contact. */
export function EditDialog({ details, open, onClose }: EditDialogProps) {
	const form = useId();
	const save = useSaveCard(details.contact.id, onClose);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.edit.title(nameOf(details.contact))}
			actions={
				<>
					<Button onClick={onClose}>{t.edit.cancel}</Button>
					<Button type="submit" form={form} variant="primary" busy={save.isPending}>
						{t.edit.save}
					</Button>
				</>
			}
		>
			{open && <CardForm key={details.contact.id} id={form} details={details} save={save} />}
		</Dialog>
	);
}

interface CardFormProps {
	id: string;
	details: ContactDetails;
	save: ReturnType<typeof useSaveCard>;
}

const names = [
	{ field: "firstName", label: t.edit.firstName },
	{ field: "middleName", label: t.edit.middleName },
	{ field: "lastName", label: t.edit.lastName },
] as const;

const lines = [
	{ field: "name", label: t.edit.name, hint: t.edit.nameHint },
	{ field: "company", label: t.edit.company },
	{ field: "position", label: t.edit.position },
	{ field: "website", label: t.edit.website },
	{ field: "birthday", label: t.edit.birthday, hint: t.edit.birthdayHint },
	{ field: "tags", label: t.edit.tags, hint: t.edit.tagsHint },
] as const;

function CardForm({ id, details: { contact, card }, save }: CardFormProps) {
	const [values, setValues] = useState(() => valuesOf(contact, card));
	const set = (field: keyof typeof values) => (event: { target: { value: string } }) =>
		setValues({ ...values, [field]: event.target.value });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		save.mutate(cardOf(values, card));
	};
	return (
		<form id={id} onSubmit={submit} className="flex flex-col gap-4">
			{save.error && <Notice tone="red">{save.error.message}</Notice>}
			<div className="grid gap-4 sm:grid-cols-3">
				{names.map(({ field, label }) => (
					<Field key={field} label={label}>
						<Input value={values[field]} maxLength={300} autoComplete="off" onChange={set(field)} />
					</Field>
				))}
			</div>
			<div className="grid gap-4 sm:grid-cols-2">
				{lines.map(({ field, label, ...more }) => (
					<Field key={field} label={label} {...more}>
						<Input value={values[field]} maxLength={300} autoComplete="off" onChange={set(field)} />
					</Field>
				))}
			</div>
			<Field label={t.edit.phones} hint={t.edit.phonesHint}>
				<Textarea rows={2} value={values.phones} onChange={set("phones")} />
			</Field>
			<Field label={t.edit.postalAddress}>
				<Textarea rows={2} maxLength={600} value={values.postalAddress} onChange={set("postalAddress")} />
			</Field>
			<Field label={t.edit.customFields} hint={t.edit.customFieldsHint}>
				<Textarea rows={2} value={values.customFields} onChange={set("customFields")} />
			</Field>
			<Field label={t.edit.note}>
				<Textarea rows={3} maxLength={4_000} value={values.note} onChange={set("note")} />
			</Field>
		</form>
	);
}
