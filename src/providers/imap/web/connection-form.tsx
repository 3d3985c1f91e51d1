import { type FormEvent, useEffect, useRef, useState } from "react";
import { type SubmitHandler, useForm, useWatch } from "react-hook-form";
import type { Account, Discovered } from "#shared/contracts/accounts.ts";
import { api } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Field, Input, PasswordInput } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { connectionErrorsOf, isSetting } from "./connection-errors.ts";
import { type ConnectionValues, domainOf, foundValues, requestOf } from "./connection-values.ts";
import { DiscoveryLine } from "./discovery-line.tsx";
import { ServerSettings } from "./server-fields.tsx";
import { t } from "./text.ts";
import { useDiscovery } from "./use-discovery.ts";

interface ConnectionFormProps {
	initial: ConnectionValues;
	/** The mailbox to change; absent: a new one. */
	accountId?: string;
	/** An empty password keeps the stored one. */
	keepsPassword?: boolean;
	/** The settings section starts expanded. */
	unfolded?: boolean;
	submit: string;
	onConnected: (account: Account) => void;
}

/** Address, password and, if needed, servers. The connection is tested before it is stored. */
export function ConnectionForm(props: ConnectionFormProps) {
	const { initial, accountId, keepsPassword = false, unfolded = false, submit, onConnected } = props;
	const isNew = accountId === undefined;
	const form = useForm<ConnectionValues>({ defaultValues: initial, shouldFocusError: false });
	const { errors, dirtyFields } = form.formState;
	const email = useWatch({ control: form.control, name: "email" });
	const [open, setOpen] = useState(unfolded);
	const [problem, setProblem] = useState<string | null>(null);
	const [stage, setStage] = useState<"discovering" | "connecting" | null>(null);
	const [attempt, setAttempt] = useState(0);
	const element = useRef<HTMLFormElement>(null);
	const stop = useRef<AbortController | null>(null);
	const typed = useRef(dirtyFields);
	useEffect(() => {
		typed.current = dirtyFields;
	});
	useEffect(() => () => stop.current?.abort(), []);
	useEffect(() => {
		if (!isNew) form.setFocus("password");
	}, [isNew, form]);
	// After a failed attempt, once the collapsed section is visible: focus the first invalid field.
	useEffect(() => {
		if (attempt > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [attempt]);

	/** Applies discovered settings, except to fields that the user edited. */
	const fill = (found: Discovered) => {
		const edited = typed.current;
		const { username, imap, smtp, sending } = foundValues(found);
		if (found.imap === null) setOpen(true);
		if (!edited.username) form.resetField("username", { defaultValue: username });
		if (!edited.imap) form.resetField("imap", { defaultValue: imap });
		if (edited.smtp || edited.sending) return;
		form.resetField("smtp", { defaultValue: smtp });
		form.resetField("sending", { defaultValue: sending });
	};
	const discovery = useDiscovery(fill);

	const connect: SubmitHandler<ConnectionValues> = async (values) => {
		setStage("connecting");
		stop.current = new AbortController();
		const { signal } = stop.current;
		const body = requestOf(values);
		try {
			const { account } = isNew
				? await api.connectImap({ body: { ...body, password: values.password } }, { signal })
				: await api.updateConnection(
						// If omitted, the previous value would be kept.
						{ params: { id: accountId }, body: { ...body, username: body.username ?? body.email } },
						{ signal },
					);
			onConnected(account);
		} catch (error) {
			if (signal.aborted) return;
			const faults = connectionErrorsOf(error, values);
			for (const { field, message } of faults)
				if (field === null || (field === "email" && !isNew)) setProblem(message);
				else form.setError(field, { type: "server", message });
			if (faults.some(({ field }) => isSetting(field))) setOpen(true);
			setAttempt((before) => before + 1);
		}
	};

	const send = async (event: FormEvent) => {
		event.preventDefault();
		if (stage !== null) return;
		setProblem(null);
		form.clearErrors();
		try {
			// The address may have just changed: settings of the previous one must not be used.
			if (isNew && (await form.trigger(["email", "password"]))) {
				setStage("discovering");
				await discovery.discover(form.getValues("email"));
			}
			await form.handleSubmit(connect, ({ email: address, password }) => {
				// The collapsed section is validated once the two visible fields are valid.
				if (!address && !password) setOpen(true);
				setAttempt((before) => before + 1);
			})();
		} finally {
			setStage(null);
		}
	};

	return (
		<form ref={element} onSubmit={send} noValidate className="flex flex-col gap-4">
			{isNew && (
				<Field label={t.imap.emailAddress} error={errors.email?.message}>
					<Input
						{...form.register("email", {
							validate: (value) =>
								value.trim() === ""
									? t.imap.pleaseEnterEmailAddress
									: domainOf(value) !== null || t.imap.pleaseEnterCompleteAddress,
							onBlur: () => void discovery.discover(form.getValues("email")),
						})}
						size="large"
						type="email"
						autoComplete="email"
						maxLength={254}
						required
					/>
				</Field>
			)}
			{isNew && <DiscoveryLine discovery={discovery} />}
			<Field
				label={t.imap.password}
				hint={keepsPassword ? t.imap.keepPasswordHint : undefined}
				error={errors.password?.message}
			>
				{/* `new-password` keeps browsers from filling in this site's password. */}
				<PasswordInput
					{...form.register("password", { required: !keepsPassword && t.imap.pleaseEnterPasswordMailbox })}
					size="large"
					autoComplete="new-password"
					maxLength={1000}
					required={!keepsPassword}
				/>
			</Field>
			<Disclosure
				label={t.imap.serverSettings}
				note={isNew ? t.imap.usuallyDetectedAutomatically : initial.imap.host}
				open={open}
				onToggle={setOpen}
			>
				<ServerSettings form={form} stored={keepsPassword} domain={domainOf(email)} />
			</Disclosure>
			{problem !== null && <Notice tone="red">{problem}</Notice>}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<Button type="submit" variant="primary" size="large" busy={stage !== null}>
					{stage === "discovering"
						? t.imap.lookingForServers
						: stage === "connecting"
							? t.imap.testingTheConnection
							: submit}
				</Button>
				{stage === "connecting" && (
					<Button variant="ghost" size="large" onClick={() => stop.current?.abort()}>
						{t.imap.cancel}
					</Button>
				)}
			</div>
		</form>
	);
}
