import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "#web/lib/api/api.ts";
import { authCall } from "#web/lib/session/session.ts";
import { emitSessionEvent } from "#web/lib/session/session-events.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { TextButton } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { rules } from "./rules.ts";
import { t } from "./text.ts";

interface SecondFactorFormProps {
	onSignedIn: () => Promise<void>;
	/** The first step has expired or never happened. */
	onExpired: () => void;
}

/** A code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onSignedIn, onExpired }: SecondFactorFormProps) {
	const [recovery, setRecovery] = useState(false);
	const [busy, setBusy] = useState(false);
	const form = useForm<{ code: string }>({ defaultValues: { code: "" } });
	const error = form.formState.errors.code?.message;
	const submit = form.handleSubmit(async ({ code }) => {
		setBusy(true);
		try {
			const plain = code.replaceAll(/\s/g, "");
			await authCall(recovery ? "two-factor/verify-backup-code" : "two-factor/verify-totp", { code: plain });
			emitSessionEvent("MFA_CHALLENGE_VERIFIED", null);
			await onSignedIn();
		} catch (cause) {
			form.resetField("code");
			const errorCode = cause instanceof ApiError ? cause.code : "";
			if (errorCode === "INVALID_TWO_FACTOR_COOKIE" || errorCode.startsWith("TOO_MANY_ATTEMPTS")) {
				failed(new Error(t.secondFactor.signInAgain));
				onExpired();
			} else if (errorCode === "INVALID_CODE" || errorCode === "INVALID_BACKUP_CODE")
				form.setError(
					"code",
					{
						message: recovery ? t.secondFactor.recoveryCodeWrong : t.secondFactor.codeWrong,
					},
					{ shouldFocus: true },
				);
			else failed(cause);
		} finally {
			setBusy(false);
		}
	});
	return (
		<form key={String(recovery)} onSubmit={submit} noValidate className="flex flex-col gap-4">
			<Field
				label={recovery ? t.secondFactor.recoveryCode : t.secondFactor.code}
				hint={recovery ? t.secondFactor.recoveryCodeHint : t.secondFactor.codeHint}
				error={error}
			>
				<Input
					{...form.register("code", rules.code)}
					size="large"
					mono
					inputMode={recovery ? "text" : "numeric"}
					autoComplete="one-time-code"
					autoCapitalize="off"
					spellCheck={false}
					required
				/>
			</Field>
			<Button type="submit" variant="primary" size="large" wide busy={busy}>
				{busy ? t.secondFactor.pleaseWait : t.secondFactor.signIn}
			</Button>
			<p className="mt-2 text-14 text-ink-2">
				{recovery ? t.secondFactor.haveYourPhone : t.secondFactor.lostYourPhone}{" "}
				<TextButton
					onClick={() => {
						form.reset();
						setRecovery(!recovery);
					}}
				>
					{recovery ? t.secondFactor.useAppCode : t.secondFactor.useRecoveryCode}
				</TextButton>
			</p>
		</form>
	);
}
