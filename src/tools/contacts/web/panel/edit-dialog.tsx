import { type FormEvent, useId, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, Textarea } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { ContactDetails } from "../../contract.ts";
import { t } from "../base/text.ts";
import { nameOf } from "../list/contact-list.tsx";
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

const lines = [
	{ field: "name", label: t.edit.name },
	{ field: "company", label: t.edit.company },
	{ field: "position", label: t.edit.position },
	{ field: "website", label: t.edit.website },
] as const;

function CardForm({ id, details: { contact, card }, save }: CardFormProps) {
	const [values, setValues] = useState({
		...{ name: card?.name ?? contact.name, company: card?.company ?? "", position: card?.position ?? "" },
		...{ website: card?.website ?? "", phones: (card?.phones ?? []).join("\n"), note: card?.note ?? "" },
		postalAddress: card?.postalAddress ?? "",
	});
	const set = (field: keyof typeof values) => (event: { target: { value: string } }) =>
		setValues({ ...values, [field]: event.target.value });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const phones = values.phones
			.split("\n")
			.map((phone) => phone.trim())
			.filter((phone) => phone !== "");
		save.mutate({ ...values, phones });
	};
	return (
		<form id={id} onSubmit={submit} className="flex flex-col gap-4">
			{save.error && <Notice tone="red">{save.error.message}</Notice>}
			<div className="grid gap-4 sm:grid-cols-2">
				{lines.map(({ field, label }) => (
					<Field key={field} label={label}>
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
			<Field label={t.edit.note}>
				<Textarea rows={3} maxLength={4_000} value={values.note} onChange={set("note")} />
			</Field>
		</form>
	);
}
