import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { ApiError } from "#web/lib/api/api.ts";
import { signIn, signUp } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, PasswordInput } from "#web/ui/form/field.tsx";
import { dismissToast } from "#web/ui/toast/toast.ts";
import { TextButton } from "./auth-frame.tsx";
import { authToast, failed, wrongAnswer } from "./auth-toast.ts";
import { PasswordStrength } from "./password-strength.tsx";
import { rules, tooCommon } from "./rules.ts";
import { SecurityCheckField, useSecurityCheck } from "./security-check.tsx";
import { t } from "./text.ts";

interface Fields {
	name: string;
	email: string;
	password: string;
	answer: string;
}

interface AuthFormProps {
	mode: "sign-in" | "sign-up";
	/** Initial values, after signing up. */
	email: string;
	password: string;
	onSignedIn: () => Promise<void>;
	/** The password was correct; the second factor is required next. */
	onSecondFactor: () => void;
	onForgot: (email: string) => void;
	onSignedUp: (email: string, password: string) => void;
}

export function AuthForm({ mode, email, password, onSignedIn, onSignedUp, onSecondFactor, onForgot }: AuthFormProps) {
	const creating = mode === "sign-up";
	const { invitation } = useSearch({ strict: false }) as { invitation?: string };
	const check = useSecurityCheck();
	const [busy, setBusy] = useState(false);
	const form = useForm<Fields>({ defaultValues: { name: "", email, password, answer: "" } });
	const { errors } = form.formState;

	const renewCheck = () => {
		form.setValue("answer", "");
		void check.renew();
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new challenge needs a new answer
	useEffect(() => form.setValue("answer", ""), [check.problem?.token]);

	const submit = form.handleSubmit(async ({ name, email, password, answer }) => {
		const problem = check.problem;
		if (!problem || Number(answer) !== problem.a + problem.b) {
			wrongAnswer();
			renewCheck();
			return;
		}
		setBusy(true);
		dismissToast(authToast);
		try {
			const solved = { token: problem.token, answer: Number(answer) };
			if (creating) {
				await signUp({ name: name.trim(), email, password }, solved, invitation);
				onSignedUp(email, password);
			} else {
				const step = await signIn({ email, password }, solved);
				if (step === "second-factor") return onSecondFactor();
				await onSignedIn();
			}
		} catch (error) {
			const code = error instanceof ApiError ? error.code : null;
			if (code === "security-check") wrongAnswer();
			else if (code === tooCommon.code) form.setError("password", tooCommon, { shouldFocus: true });
			else failed(error);
			renewCheck();
		} finally {
			setBusy(false);
		}
	});

	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			{creating && (
				<Field label={t.form.fullName} error={errors.name?.message}>
					<Input {...form.register("name", rules.name)} size="large" autoComplete="name" required />
				</Field>
			)}
			<Field label={t.form.email} error={errors.email?.message}>
				<Input {...form.register("email", rules.email)} size="large" type="email" autoComplete="email" required />
			</Field>
			<PasswordField form={form} creating={creating} />
			{!creating && (
				<p className="-mt-2 text-13">
					<TextButton onClick={() => onForgot(form.getValues("email"))}>{t.form.forgotYourPassword}</TextButton>
				</p>
			)}
			<SecurityCheckField
				check={check}
				error={errors.answer?.message}
				input={form.register("answer", rules.answer)}
				onRefresh={renewCheck}
			/>
			<div className="pt-2">
				<Button type="submit" variant="primary" size="large" wide busy={busy}>
					{busy ? t.form.pleaseWait : creating ? t.form.activate : t.form.signIn}
				</Button>
			</div>
		</form>
	);
}

/** The password; a new one with its strength. */
function PasswordField({ form, creating }: { form: UseFormReturn<Fields>; creating: boolean }) {
	const { errors } = form.formState;
	const typed = useWatch({ control: form.control });
	return (
		<Field
			label={t.form.password}
			hint={
				creating ? (
					<PasswordStrength password={typed.password ?? ""} about={[typed.name ?? "", typed.email ?? ""]} />
				) : undefined
			}
			error={errors.password?.message}
		>
			<PasswordInput
				{...form.register("password", creating ? rules.newPassword : rules.password)}
				size="large"
				autoComplete={creating ? "new-password" : "current-password"}
				required
			/>
		</Field>
	);
}
