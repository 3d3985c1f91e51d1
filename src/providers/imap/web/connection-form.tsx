import { useWatch } from "react-hook-form";
import type { Account } from "#shared/contracts/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, PasswordInput } from "#web/ui/form/field.tsx";
import { DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { type ConnectionValues, domainOf } from "./connection-values.ts";
import { DiscoveryLine } from "./discovery-line.tsx";
import { ServerSettings } from "./server-fields.tsx";
import { t } from "./text.ts";
import { useConnection } from "./use-connection.ts";

export interface ConnectionFormProps {
	initial: ConnectionValues;
	/** The mailbox to change; absent: a new one. */
	accountId?: string;
	/** An empty password keeps the stored one. */
	keepsPassword?: boolean;
	/** The settings section starts expanded. */
	unfolded?: boolean;
	submit: string;
	/** Closes the dialog that the form fills; absent: it is part of a page. */
	onCancel?: () => void;
	onConnected: (account: Account) => void;
}

const stages = { discovering: t.imap.lookingForServers, connecting: t.imap.testingTheConnection };

/** Address, password and, if needed, servers. The connection is tested before it is stored. */
export function ConnectionForm(props: ConnectionFormProps) {
	const { initial, accountId, keepsPassword = false, submit, onCancel } = props;
	const isNew = accountId === undefined;
	const { form, open, setOpen, problem, stage, discovery, element, send, cancel } = useConnection(props);
	const { errors } = form.formState;
	const email = useWatch({ control: form.control, name: "email" });
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
			{onCancel ? (
				<DialogFormActions>
					<Button onClick={stage === "connecting" ? cancel : onCancel}>{t.imap.cancel}</Button>
					<Button type="submit" variant="primary" busy={stage !== null}>
						{stage === null ? submit : stages[stage]}
					</Button>
				</DialogFormActions>
			) : (
				<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
					<Button type="submit" variant="primary" size="large" busy={stage !== null}>
						{stage === null ? submit : stages[stage]}
					</Button>
					{stage === "connecting" && (
						<Button variant="ghost" size="large" onClick={cancel}>
							{t.imap.cancel}
						</Button>
					)}
				</div>
			)}
		</form>
	);
}
