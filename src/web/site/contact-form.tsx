import { Check } from "lucide-react";
import { useState } from "react";
import { type RegisterOptions, useForm } from "react-hook-form";
import { createClient } from "#shared/client.ts";
import type { contactContract } from "#shared/contracts/contact.ts";
import { contactContract as routes } from "#shared/contracts/contact.ts?routes";
import { fieldErrorsOf, send } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, Textarea } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { contactAddress } from "./contact-address.ts";
import { addresses } from "./content.ts";
import { t } from "./text.ts";

const contact = createClient<typeof contactContract>(routes, send);

interface Fields {
	name: string;
	email: string;
	subject: string;
	message: string;
	/** Honeypot: hidden from users, filled in by bots. */
	website: string;
}

const visible = ["name", "email", "subject", "message"] as const;

/** Client-side validation; the server validates again (`src/shared/contracts/contact.ts`). */
const rules = {
	name: { required: t.contact.pleaseEnterName },
	email: {
		required: t.contact.pleaseEnterEmailAddress,
		pattern: { value: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, message: t.contact.pleaseEnterValidEmail },
	},
	subject: { required: t.contact.pleaseEnterSubject },
	message: { required: t.contact.pleaseEnterMessage },
} satisfies Record<string, RegisterOptions>;

export function ContactForm() {
	const subject = new URLSearchParams(location.search).get("subject") ?? "";
	const empty: Fields = { name: "", email: "", subject: "", message: "", website: "" };
	const form = useForm<Fields>({ defaultValues: { ...empty, subject } });
	const { errors } = form.formState;
	const [busy, setBusy] = useState(false);
	const [sentTo, setSentTo] = useState<string | null>(null);

	const submit = form.handleSubmit(async (fields) => {
		setBusy(true);
		setSentTo(null);
		try {
			await contact["send-contact-email"]({ body: fields });
			toast({ id: "contact", title: t.contact.messageSent, description: t.contact.thankYou(addresses.reply) });
			setSentTo(fields.email);
			form.reset(empty);
		} catch (error) {
			const wrong = fieldErrorsOf(error);
			for (const name of visible) if (wrong[name] !== undefined) form.setError(name, { message: wrong[name] });
			toast({
				id: "contact",
				title: t.contact.errorSendingMessage,
				description: t.contact.tryAgain(contactAddress()),
				tone: "destructive",
			});
		} finally {
			setBusy(false);
		}
	});

	return (
		<form onSubmit={submit} noValidate aria-label={t.contact.contact} className="flex flex-col gap-5">
			<div className="grid gap-5 sm:grid-cols-2">
				<Field label={t.contact.name} error={errors.name?.message}>
					<Input {...form.register("name", rules.name)} size="large" autoComplete="name" required />
				</Field>
				<Field label={t.contact.email} error={errors.email?.message}>
					<Input {...form.register("email", rules.email)} size="large" type="email" autoComplete="email" required />
				</Field>
			</div>
			<Field label={t.contact.subject} error={errors.subject?.message}>
				<Input {...form.register("subject", rules.subject)} size="large" required />
			</Field>
			<Field label={t.contact.message} error={errors.message?.message}>
				<Textarea {...form.register("message", rules.message)} rows={9} required />
			</Field>
			<div hidden>
				<label>
					{t.contact.leaveThisEmpty}
					<input {...form.register("website")} tabIndex={-1} autoComplete="off" />
				</label>
			</div>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<Button type="submit" variant="primary" size="large" busy={busy}>
					{busy ? t.contact.sending : t.contact.sendMessage}
				</Button>
				<p role="status" className="flex items-center gap-2 text-13 text-ink-2">
					{sentTo !== null && (
						<>
							<Check aria-hidden="true" size={16} className="shrink-0 text-accent" />
							{t.contact.sentTo(sentTo)}
						</>
					)}
				</p>
			</div>
		</form>
	);
}
