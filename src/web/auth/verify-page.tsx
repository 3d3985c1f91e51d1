import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { rememberRedirect } from "#web/lib/redirect.ts";
import { authCall, sessionQuery, useSession } from "#web/lib/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { t } from "./text.ts";
import { useMailedToken } from "./use-mailed-token.ts";

/** Opened from an email: verifies the address of the signed-in user. */
export default function VerifyPage() {
	const token = useMailedToken();
	const session = useSession();
	const client = useQueryClient();
	const navigate = useNavigate();
	const [busy, setBusy] = useState(false);
	const confirm = async () => {
		setBusy(true);
		try {
			await authCall(`verify-email?token=${encodeURIComponent(token)}`);
			await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
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
	if (session?.user.emailVerified)
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
			title={t.verify.confirmEmailAddress}
			lead={session ? t.verify.isYours(session.user.email) : t.verify.signInFirst}
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
