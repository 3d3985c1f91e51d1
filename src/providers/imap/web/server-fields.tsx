import { useState } from "react";
import { type FieldPath, type UseFormReturn, useWatch } from "react-hook-form";
import { Field, Input, PasswordInput, Textarea } from "#web/ui/form/field.tsx";
import { Select, type SelectOption } from "#web/ui/form/select.tsx";
import { type ConnectionValues, guessSmtpHost, portFor, type Security, type Sending } from "./connection-values.ts";
import { t } from "./text.ts";

type Form = UseFormReturn<ConnectionValues>;

const securities: readonly SelectOption<Security>[] = [
	{ value: "tls", label: t.imap.tls, description: t.imap.tlsHint },
	{ value: "starttls", label: t.imap.starttls, description: t.imap.starttlsHint },
	{ value: "none", label: t.imap.none, description: t.imap.noneDescription },
];

const sendings: readonly SelectOption<Sending>[] = [
	{ value: "same", label: t.imap.sameUserNamePassword },
	{ value: "own", label: t.imap.differentUserNamePassword },
	{ value: "none", label: t.imap.noOutgoingServer, description: t.imap.mailboxOnlyReceives },
];

/** Incoming and outgoing server with their sign-in. @param stored empty passwords keep the stored ones */
export function ServerSettings({ form, stored, domain }: { form: Form; stored: boolean; domain: string | null }) {
	const { errors } = form.formState;
	const sending = useWatch({ control: form.control, name: "sending" });
	/** Most providers name the two alike. */
	const guess = () => {
		const { imap, smtp } = form.getValues();
		if (imap.host.trim() !== "" && smtp.host === "") form.setValue("smtp.host", guessSmtpHost(imap.host));
	};
	return (
		<div className="flex flex-col gap-5 sm:ml-1 sm:border-l sm:border-line sm:pl-4">
			<fieldset className="flex min-w-0 flex-col gap-3">
				<legend className="mb-3 text-13 font-semibold">{t.imap.incomingMailImap}</legend>
				<ServerRow form={form} kind="imap" domain={domain} onHost={guess} />
				<Field label={t.imap.userName} hint={t.imap.userNameHint} error={errors.username?.message}>
					<Input {...form.register("username")} {...plain} autoComplete="off" maxLength={320} />
				</Field>
			</fieldset>
			<fieldset className="flex min-w-0 flex-col gap-3">
				<legend className="mb-3 text-13 font-semibold">{t.imap.outgoingMailSmtp}</legend>
				<Field label={t.imap.sending} error={errors.sending?.message}>
					<Select
						options={sendings}
						value={sending}
						onChange={(next) => {
							form.clearErrors(["sending", "smtp"]);
							form.setValue("sending", next, { shouldDirty: true });
						}}
					/>
				</Field>
				{sending !== "none" && <ServerRow form={form} kind="smtp" domain={domain} />}
				{sending === "own" && (
					<div className="grid gap-3 sm:grid-cols-2">
						<Field label={t.imap.userNameSending} error={errors.smtp?.username?.message}>
							<Input {...form.register("smtp.username")} {...plain} autoComplete="off" maxLength={320} />
						</Field>
						<Field
							label={t.imap.passwordForSending}
							hint={stored ? t.imap.keepPasswordHint : t.imap.incomingPasswordHint}
							error={errors.smtp?.password?.message}
						>
							<PasswordInput {...form.register("smtp.password")} autoComplete="new-password" maxLength={1000} />
						</Field>
					</div>
				)}
			</fieldset>
		</div>
	);
}

const plain = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

interface ServerRowProps {
	form: Form;
	kind: "imap" | "smtp";
	domain: string | null;
	onHost?: () => void;
}

function ServerRow({ form, kind, domain, onHost }: ServerRowProps) {
	const errors = form.formState.errors[kind];
	const security = useWatch({ control: form.control, name: `${kind}.security` });
	// Shown once a server turned out to need it, or if one is already trusted.
	const [distrusted, setDistrusted] = useState(form.getValues(`${kind}.certificate`) !== "");
	if (errors?.security && !distrusted) setDistrusted(true);
	const choose = (next: Security) => {
		form.setValue(`${kind}.port`, portFor(kind, form.getValues(kind), next), { shouldDirty: true });
		form.setValue(`${kind}.security`, next, { shouldDirty: true });
		form.clearErrors([`${kind}.security`, `${kind}.port`] satisfies FieldPath<ConnectionValues>[]);
	};
	return (
		<div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_72px_128px]">
			<div className="max-sm:col-span-2">
				<Field label={t.imap.server} error={errors?.host?.message}>
					<Input
						{...form.register(`${kind}.host`, {
							validate: (host) => host.trim() !== "" || t.imap.enterServer(kind),
							onBlur: onHost,
						})}
						{...plain}
						inputMode="url"
						autoComplete="off"
						placeholder={`${kind}.${domain ?? "example.com"}`}
						maxLength={253}
						required
					/>
				</Field>
			</div>
			<Field inRow label={t.imap.port} error={errors?.port?.message}>
				<Input
					{...form.register(`${kind}.port`, {
						validate: (port) => isPort(port) || t.imap.invalidPort,
					})}
					inputMode="numeric"
					autoComplete="off"
					maxLength={5}
					required
				/>
			</Field>
			<Field inRow label={t.imap.security} error={errors?.security?.message}>
				<Select options={securities} value={security} onChange={choose} />
			</Field>
			{distrusted && security !== "none" && (
				<div className="order-2 col-span-full">
					<Field
						label={t.imap.certificateToTrust}
						hint={t.imap.certificateToTrustHint}
						error={errors?.certificate?.message}
					>
						<Textarea {...form.register(`${kind}.certificate`)} {...plain} autoComplete="off" mono rows={3} />
					</Field>
				</div>
			)}
		</div>
	);
}

function isPort(text: string): boolean {
	return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535;
}
