import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { rememberRedirect } from "#web/lib/base/redirect.ts";
import { authCall, refetchSession, useSession } from "#web/lib/session/session.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { t } from "./text.ts";
import { useMailedToken } from "./use-mailed-token.ts";

/** Opened from an email: verifies the address of the signed-in user, or changes it to the one the email was sent to. */
export default function VerifyPage() {
	const token = useMailedToken();
	const session = useSession();
	const client = useQueryClient();
	const navigate = useNavigate();
	const [busy, setBusy] = useState(false);
	const next = newAddressIn(token);
	const confirm = async () => {
		setBusy(true);
		try {
			await authCall(`verify-email?token=${encodeURIComponent(token)}`);
			await refetchSession(client);
		} catch (error) {
			failed(error);
		} finally {
			setBusy(false);
		}
	};
	const signIn = () => {
		rememberRedirect(`/auth/verify#${token}`);
		void navigate({ to: "/auth" });
	};
	if (session?.user.emailVerified && (next === null || next === session.user.email))
		return (
			<AuthFrame name="Address confirmed" title={t.verify.emailAddressConfirmed} lead={session.user.email}>
				<ButtonLink to="/" variant="primary" size="large" wide>
					{t.verify.continue}
				</ButtonLink>
			</AuthFrame>
		);
	return (
		<AuthFrame
			name="Confirm your address"
			title={next === null ? t.verify.confirmEmailAddress : t.verify.confirmNewEmailAddress}
			lead={session ? leadOf(session.user.email, next) : t.verify.signInFirst}
		>
			<Button
				variant="primary"
				size="large"
				wide
				busy={busy || session === undefined}
				onClick={() => (session ? void confirm() : signIn())}
			>
				{session === null ? t.verify.signIn : t.verify.confirm}
			</Button>
		</AuthFrame>
	);
}

function leadOf(email: string, next: string | null): string {
	return next === null ? t.verify.isYours(email) : t.verify.changes(email, next);
}

/** The address that a link changes to, for display: the server checks the token. Null if it only verifies one. */
function newAddressIn(token: string): string | null {
	try {
		const payload = atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
		const { updateTo } = JSON.parse(payload) as { updateTo?: unknown };
		return typeof updateTo === "string" ? updateTo : null;
	} catch {
		return null;
	}
}
