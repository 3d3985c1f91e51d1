import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { brand } from "#shared/brand.ts";
import { ApiError } from "#web/lib/api.ts";
import { signIn, signUp } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input, PasswordInput } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { AuthMode } from "./auth-page.tsx";
import { SecurityCheckField, useSecurityCheck } from "./security-check.tsx";

const fields = z.object({
	name: z.string().trim(),
	email: z.email("Please enter a valid email address."),
	password: z.string().min(1, "Please enter your password."),
	answer: z.string().trim().min(1, "Please solve the math problem."),
});
/** Better Auth's own bounds for a new password. */
const newAccount = fields.extend({
	name: z.string().trim().min(1, "Please enter your full name."),
	password: z.string().min(8, "Please use at least 8 characters.").max(128, "Please use at most 128 characters."),
});

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
	const form = useForm({
		resolver: zodResolver(creating ? newAccount : fields),
		defaultValues: { name: "", email, password: "", answer: "" },
	});
	const { errors } = form.formState;

	const renewCheck = () => {
		form.setValue("answer", "");
		void check.renew();
	};
	// A new sum asks for a new answer, also when the server made the sum expire.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only a new problem clears the answer
	useEffect(() => form.setValue("answer", ""), [check.problem?.token]);

	const submit = form.handleSubmit(async ({ name, email, password, answer }) => {
		const problem = check.problem;
		if (!problem || Number(answer) !== problem.a + problem.b) {
			wrongAnswer();
			renewCheck();
			return;
		}
		setBusy(true);
		try {
			const solved = { token: problem.token, answer: Number(answer) };
			if (creating) {
				await signUp({ name, email, password }, solved);
				onSignedUp(email);
			} else {
				await signIn({ email, password }, solved);
				await onSignedIn();
			}
		} catch (error) {
			if (error instanceof ApiError && error.code.startsWith("security-check")) wrongAnswer();
			else toast({ title: "Error", description: (error as Error).message, tone: "destructive" });
			renewCheck();
		} finally {
			setBusy(false);
		}
	});

	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			{creating && (
				<Field label="Full Name" error={errors.name?.message}>
					<Input {...form.register("name")} size="large" autoComplete="name" required />
				</Field>
			)}
			<Field label="Email" error={errors.email?.message}>
				<Input {...form.register("email")} size="large" type="email" autoComplete="email" required />
			</Field>
			<Field label="Password" hint={creating ? "At least 8 characters." : undefined} error={errors.password?.message}>
				<PasswordInput
					{...form.register("password")}
					size="large"
					autoComplete={creating ? "new-password" : "current-password"}
					required
				/>
			</Field>
			<SecurityCheckField
				check={check}
				error={errors.answer?.message}
				input={form.register("answer")}
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
	toast({ title: "CAPTCHA Error", description: "Please solve the math problem correctly.", tone: "destructive" });
}
