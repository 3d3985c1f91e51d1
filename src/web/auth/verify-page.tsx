import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { rememberRedirect } from "#web/lib/redirect.ts";
import { authCall, sessionQuery, useSession } from "#web/lib/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
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
			<AuthFrame name="Address confirmed" title="Your address is confirmed" lead={session.user.email}>
				<ButtonLink to="/" variant="primary" size="large" wide>
					Go on
				</ButtonLink>
			</AuthFrame>
		);
	return (
		<AuthFrame
			name="Confirm your address"
			title="Confirm your address"
			lead={
				session ? `That ${session.user.email} is yours.` : "Sign in first, so that nobody else confirms it for you."
			}
		>
			<Button
				variant="primary"
				size="large"
				wide
				busy={busy || session === undefined}
				onClick={() => (session ? void confirm() : signIn())}
			>
				{session === null ? "Sign In" : "Confirm"}
			</Button>
		</AuthFrame>
	);
}
