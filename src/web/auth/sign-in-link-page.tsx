import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { consumeRedirect, rememberRedirect } from "#web/lib/base/redirect.ts";
import { useDashboard } from "#web/lib/screens/installed.ts";
import { refetchSession, signInWithToken } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { t } from "./text.ts";
import { useMailedToken } from "./use-mailed-token.ts";

/** Opened from an email. Needs one more click, so that link scanners do not consume the token. */
export default function LinkPage() {
	const { redirect } = useSearch({ strict: false }) as { redirect?: string };
	const token = useMailedToken();
	const [busy, setBusy] = useState(false);
	const navigate = useNavigate();
	const router = useRouter();
	const client = useQueryClient();
	const home = useDashboard();
	const go = async () => {
		setBusy(true);
		try {
			if ((await signInWithToken(token)) === "second-factor") {
				rememberRedirect(redirect);
				return await navigate({ to: "/auth", search: { mode: "code" }, replace: true });
			}
			await refetchSession(client);
			router.history.replace(consumeRedirect(home, redirect));
		} catch (error) {
			failed(error, t.link.signInFailed);
			void navigate({ to: "/auth", search: { mode: "link" }, replace: true });
		}
	};
	return (
		<AuthFrame name="Sign in" title={t.link.signInTo} lead={t.link.openedLinkEmail}>
			<Button variant="primary" size="large" wide busy={busy} onClick={() => void go()}>
				{busy ? t.link.pleaseWait : t.link.signIn}
			</Button>
		</AuthFrame>
	);
}
