import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { authCall, useSession } from "#web/lib/session/session.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Field, PasswordInput } from "#web/ui/form/field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../text.ts";
import { useChange } from "../use-change.ts";
import { identitiesQuery } from "./queries.ts";

/** Minimum password length on the server, in characters. */
const MIN_LENGTH = 8;

/** Changes the password, which also ends all other sessions. */
export function PasswordCard() {
	const hasPassword = useQuery(identitiesQuery).data?.hasPassword;
	const email = useSession()?.user.email;
	if (hasPassword === false)
		return (
			<Card title={t.security.password}>
				<p className="mb-3 text-14 text-ink-2">{t.security.noPasswordYet}</p>
				<ButtonLink to="/auth" search={{ mode: "forgot", again: 1, email }}>
					{t.security.setAPassword}
				</ButtonLink>
			</Card>
		);
	return (
		<Card title={t.security.password}>
			<PasswordForm email={email ?? ""} />
		</Card>
	);
}

function PasswordForm({ email }: { email: string }) {
	const [current, setCurrent] = useState("");
	const [next, setNext] = useState("");
	const tooShort = next !== "" && next.length < MIN_LENGTH;
	const change = useChange({
		make: () => authCall("change-password", { currentPassword: current, newPassword: next }),
		password: () => current,
		failed: t.security.couldntChangePassword,
		refresh: [settingsKeys.sessions],
		done: () => {
			setCurrent("");
			setNext("");
			toast({ title: t.security.passwordChanged, description: t.security.passwordChangedDescription });
		},
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (next.length >= MIN_LENGTH) change.mutate();
	};
	return (
		<form onSubmit={submit} className="flex max-w-90 flex-col gap-4">
			{/* For password managers, which need the user name. */}
			<input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
			<Field label={t.security.currentPassword}>
				<PasswordInput
					autoComplete="current-password"
					value={current}
					onChange={(event) => setCurrent(event.target.value)}
					required
				/>
			</Field>
			<Field
				label={t.security.newPassword}
				hint={t.security.newPasswordHint}
				error={tooShort ? t.security.passwordTooShort(MIN_LENGTH) : undefined}
			>
				<PasswordInput
					autoComplete="new-password"
					value={next}
					onChange={(event) => setNext(event.target.value)}
					maxLength={128}
					required
				/>
			</Field>
			<p className="text-13 text-ink-2">{t.security.changingPasswordSignsOut}</p>
			<div>
				<Button type="submit" busy={change.isPending} disabled={current === "" || next.length < MIN_LENGTH}>
					{t.security.changePassword}
				</Button>
			</div>
		</form>
	);
}
