import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "#web/lib/api/api.ts";
import { requestMail } from "#web/lib/session/session.ts";
import { signInMethodsQuery } from "#web/lib/session/sign-in-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { dismissToast } from "#web/ui/toast/toast.ts";
import { authToast, failed, wrongAnswer } from "./auth-toast.ts";
import { rules } from "./rules.ts";
import { SecurityCheckField, useSecurityCheck } from "./security-check.tsx";
import { t } from "./text.ts";

interface Fields {
	email: string;
	answer: string;
}

interface MailFormProps {
	what: "magic-link" | "password-reset";
	email: string;
	redirect: string | undefined;
}

/** Asks for an address and requests a link by email. */
export function MailForm({ what, email, redirect }: MailFormProps) {
	const check = useSecurityCheck();
	const ways = useQuery(signInMethodsQuery).data;
	const [sentTo, setSentTo] = useState<string>();
	const [busy, setBusy] = useState(false);
	const form = useForm<Fields>({ defaultValues: { email, answer: "" } });
	const { errors } = form.formState;
	const renew = () => {
		form.setValue("answer", "");
		void check.renew();
	};
	const submit = form.handleSubmit(async ({ email: address, answer }) => {
		const { problem } = check;
		if (!problem || Number(answer) !== problem.a + problem.b) {
			wrongAnswer();
			return renew();
		}
		setBusy(true);
		dismissToast(authToast);
		try {
			const body = { email: address, ...(what === "magic-link" && { redirect }) };
			await requestMail(what, body, { token: problem.token, answer: Number(answer) });
			setSentTo(address);
		} catch (error) {
			if (error instanceof ApiError && error.code === "security-check") wrongAnswer();
			else failed(error);
			renew();
		} finally {
			setBusy(false);
		}
	});
	const withoutMail = ways?.mail === false && <Notice tone="amber">{t.mail.serverCantSendEmail}</Notice>;
	if (sentTo !== undefined)
		return (
			<div role="status" className="flex flex-col gap-3 text-14">
				<p>
					{t.mail.if} <strong className="font-semibold">{sentTo}</strong>{" "}
					{(ways?.mail === false ? t.mail.linkLogged : t.mail.linkSent)(what === "magic-link" ? "quarter" : "hour")}
				</p>
				{withoutMail}
			</div>
		);
	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			{withoutMail}
			<Field label={t.mail.email} error={errors.email?.message}>
				<Input {...form.register("email", rules.email)} size="large" type="email" autoComplete="email" required />
			</Field>
			<SecurityCheckField
				check={check}
				error={errors.answer?.message}
				input={form.register("answer", rules.answer)}
				onRefresh={renew}
			/>
			<div className="pt-2">
				<Button type="submit" variant="primary" size="large" wide busy={busy}>
					{busy ? t.mail.pleaseWait : what === "magic-link" ? t.mail.emailMeLink : t.mail.emailMeResetLink}
				</Button>
			</div>
		</form>
	);
}
