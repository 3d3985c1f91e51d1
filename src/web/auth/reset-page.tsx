import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ApiError } from "#web/lib/api/api.ts";
import { authCall } from "#web/lib/session/session.ts";
import { emitSessionEvent } from "#web/lib/session/session-events.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, PasswordInput } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { PasswordStrength } from "./password-strength.tsx";
import { rules, tooCommon } from "./rules.ts";
import { t } from "./text.ts";
import { useMailedToken } from "./use-mailed-token.ts";

/** Sets a new password, from an emailed link. */
export default function ResetPage() {
	const token = useMailedToken();
	const navigate = useNavigate();
	const [busy, setBusy] = useState(false);
	const form = useForm<{ password: string }>({ defaultValues: { password: "" } });
	const password = useWatch({ control: form.control, name: "password" });
	useEffect(() => emitSessionEvent("PASSWORD_RECOVERY", null), []);
	const submit = form.handleSubmit(async (typed) => {
		setBusy(true);
		try {
			await authCall("reset-password", { token, newPassword: typed.password });
			toast({
				title: t.reset.passwordChanged,
				description: t.reset.passwordChangedDescription,
			});
			await navigate({ to: "/auth", replace: true });
		} catch (error) {
			if (error instanceof ApiError && error.code === tooCommon.code)
				return form.setError("password", tooCommon, { shouldFocus: true });
			const over = error instanceof ApiError && error.code === "INVALID_TOKEN";
			failed(over ? new Error(t.reset.linkInvalid) : error);
			if (over) await navigate({ to: "/auth", search: { mode: "forgot" }, replace: true });
		} finally {
			setBusy(false);
		}
	});
	return (
		<AuthFrame name="New password" title={t.reset.chooseNewPassword} lead={t.reset.signsOutEverywhere}>
			<form onSubmit={submit} noValidate className="flex flex-col gap-4">
				<Field
					label={t.reset.newPassword}
					hint={<PasswordStrength password={password} about={[]} />}
					error={form.formState.errors.password?.message}
				>
					<PasswordInput
						{...form.register("password", rules.newPassword)}
						size="large"
						autoComplete="new-password"
						required
					/>
				</Field>
				<Button type="submit" variant="primary" size="large" wide busy={busy}>
					{busy ? t.reset.pleaseWait : t.reset.changePassword}
				</Button>
			</form>
		</AuthFrame>
	);
}
