import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { ApiError } from "#web/lib/api/api.ts";
import { authCall, sessionQuery } from "#web/lib/session/session.ts";
import { signInApi } from "#web/lib/session/sign-in-api.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Field, Input, PasswordInput } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { t } from "./text.ts";

/**
 * Some changes require a fresh session, so that an open or stolen one cannot make them: the user confirms their
 * identity, then the change is retried.
 */

interface PendingConfirmation {
	answer: (confirmed: boolean) => void;
}

let pending: PendingConfirmation | null = null;
const listeners = new Set<() => void>();
function set(next: PendingConfirmation | null): void {
	pending = next;
	for (const listener of listeners) listener();
}

function requestConfirmation(): Promise<boolean> {
	pending?.answer(false);
	return new Promise((resolve) => set({ answer: resolve }));
}

/** Thrown when the user cancels the identity confirmation; nothing to report then. */
export class IdentityNotConfirmed extends Error {
	override name = "IdentityNotConfirmed";
}

/**
 * Makes the change; if the server requires a fresh session, asks the user to confirm their identity and retries it.
 * @param password what the user has just typed for this change: used first, enough if the server asks for nothing else
 * @throws IdentityNotConfirmed
 */
export async function withIdentityConfirmed<T>(change: () => Promise<T>, password?: string): Promise<T> {
	try {
		return await change();
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== "fresh-session-needed") throw error;
		const confirmed = password !== undefined && (await authCall("confirm", { password }).then(Boolean, () => false));
		if (!confirmed && !(await requestConfirmation())) throw new IdentityNotConfirmed(t.identity.notConfirmedIdentity);
		return change();
	}
}

/** Renders the confirmation dialog; mounted once, by the settings frame. */
export function ConfirmIdentityHost() {
	const current = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => pending,
	);
	const answer = (confirmed: boolean) => {
		current?.answer(confirmed);
		set(null);
	};
	return (
		<Dialog
			open={current !== null}
			onClose={() => answer(false)}
			size="small"
			title={t.identity.confirmYourIdentity}
			description={t.identity.confirmYourIdentityDescription}
		>
			<ConfirmIdentityForm onConfirmed={() => answer(true)} />
		</Dialog>
	);
}

function ConfirmIdentityForm({ onConfirmed }: { onConfirmed: () => void }) {
	const identities = useQuery({
		queryKey: settingsKeys.identities,
		queryFn: ({ signal }) => signInApi.listIdentities({}, { signal }),
	});
	const session = useQuery(sessionQuery).data;
	const [password, setPassword] = useState("");
	const [code, setCode] = useState("");
	const [error, setError] = useState<string>();
	const [busy, setBusy] = useState(false);
	const hasPassword = identities.data?.hasPassword ?? true;
	const hasCode = session?.user.twoFactorEnabled === true;
	const elsewhere = `/auth?again=1&redirect=${encodeURIComponent(location.pathname + location.search)}`;
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setBusy(true);
		setError(undefined);
		try {
			await authCall("confirm", { ...(hasPassword && { password }), ...(hasCode && { code: code.trim() }) });
			onConfirmed();
		} catch (cause) {
			setError((cause as Error).message);
		} finally {
			setBusy(false);
		}
	};
	if (!hasPassword && !hasCode)
		return (
			<p className="flex flex-col items-start gap-3 text-14">
				{t.identity.noPassword}
				<a href={elsewhere} className="font-semibold text-accent underline underline-offset-4">
					{t.identity.signInAgain}
				</a>
			</p>
		);
	return (
		<form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
			{hasPassword && (
				<Field label={t.identity.password} error={hasCode ? undefined : error}>
					<PasswordInput
						autoComplete="current-password"
						value={password}
						onChange={(event) => setPassword(event.target.value)}
						required
					/>
				</Field>
			)}
			{hasCode && (
				<Field label={t.identity.codeAuthenticatorApp} error={error}>
					<Input
						inputMode="numeric"
						autoComplete="one-time-code"
						mono
						value={code}
						onChange={(event) => setCode(event.target.value)}
						required
					/>
				</Field>
			)}
			<DialogFormActions>
				<span className="mr-auto text-13">
					<ButtonLink to="/auth" search={{ again: 1, redirect: location.pathname }} variant="ghost">
						{t.identity.tryAnotherWay}
					</ButtonLink>
				</span>
				<Button type="submit" variant="primary" busy={busy}>
					{t.identity.confirm}
				</Button>
			</DialogFormActions>
		</form>
	);
}
