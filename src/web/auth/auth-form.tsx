import { useEffect, useState } from "react";
import { type RegisterOptions, useForm } from "react-hook-form";
import { brand } from "#shared/brand.ts";
import { ApiError } from "#web/lib/api.ts";
import { signIn, signUp } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input, PasswordInput } from "#web/ui/field.tsx";
import { dismissToast, toast } from "#web/ui/toast.ts";
import type { AuthMode } from "./auth-page.tsx";
import { SecurityCheckField, useSecurityCheck } from "./security-check.tsx";

interface Fields {
	name: string;
	email: string;
	password: string;
	answer: string;
}

/** An address as the browser's own e-mail field takes it; the server has the last word. */
const rules = {
	name: { required: "Please enter your full name." },
	email: {
		required: "Please enter your email address.",
		pattern: { value: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, message: "Please enter a valid email address." },
	},
	password: { required: "Please enter your password." },
	/** Better Auth's own bounds. */
	newPassword: {
		required: "Please choose a password.",
		minLength: { value: 8, message: "Please use at least 8 characters." },
		maxLength: { value: 128, message: "Please use at most 128 characters." },
	},
	answer: { required: "Please solve the math problem." },
} satisfies Record<string, RegisterOptions>;

/** One toast at a time: the next attempt replaces what was said about the last. */
const authToast = "auth";

interface AuthFormProps {
	mode: AuthMode;
	/** To begin with, after signing up. */
	email: string;
	onSignedIn: () => Promise<void>;
	onSignedUp: (email: string) => void;
}

export function AuthForm({ mode, email, onSignedIn, onSignedUp }: AuthFormProps) {
	const creating = mode === "sign-up";
	const check = useSecurityCheck();
	const [busy, setBusy] = useState(false);
	const form = useForm<Fields>({ defaultValues: { name: "", email, password: "", answer: "" } });
	const { errors } = form.formState;

	const renewCheck = () => {
		form.setValue("answer", "");
		void check.renew();
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new problem, however it came, asks for a new answer
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
				await signUp({ name: name.trim(), email, password }, solved);
				onSignedUp(email);
			} else {
				await signIn({ email, password }, solved);
				await onSignedIn();
			}
		} catch (error) {
			if (error instanceof ApiError && error.code === "security-check") wrongAnswer();
			else toast({ id: authToast, title: "Error", description: (error as Error).message, tone: "destructive" });
			renewCheck();
		} finally {
			setBusy(false);
		}
	});

	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			{creating && (
				<Field label="Full Name" error={errors.name?.message}>
					<Input {...form.register("name", rules.name)} size="large" autoComplete="name" required />
				</Field>
			)}
			<Field label="Email" error={errors.email?.message}>
				<Input {...form.register("email", rules.email)} size="large" type="email" autoComplete="email" required />
			</Field>
			<Field label="Password" hint={creating ? "At least 8 characters." : undefined} error={errors.password?.message}>
				<PasswordInput
					{...form.register("password", creating ? rules.newPassword : rules.password)}
					size="large"
					autoComplete={creating ? "new-password" : "current-password"}
					required
				/>
			</Field>
			<SecurityCheckField
				check={check}
				error={errors.answer?.message}
				input={form.register("answer", rules.answer)}
				onRefresh={renewCheck}
			/>
			<div className="pt-2">
				<Button type="submit" variant="primary" size="large" wide busy={busy}>
					{busy ? "Please wait..." : creating ? `Activate ${brand.name} Now` : "Sign In"}
				</Button>
			</div>
		</form>
	);
}

function wrongAnswer(): void {
	toast({
		id: authToast,
		title: "CAPTCHA Error",
		description: "Please solve the math problem correctly.",
		tone: "destructive",
	});
}
