import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type ProviderId, startProvider } from "#web/lib/session/providers.ts";
import { useSession } from "#web/lib/session/session.ts";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { t } from "./text.ts";

/** A window in which the user signs in while another page waits: goes to the provider, and closes once it is back. */
export default function SignInWindowPage() {
	const { provider } = useSearch({ strict: false }) as { provider?: ProviderId };
	const session = useSession();
	const navigate = useNavigate();
	// React may run an effect twice.
	const begun = useRef(false);
	useEffect(() => {
		if (provider === undefined || begun.current) return;
		begun.current = true;
		startProvider(provider, { redirect: "/auth/window" }).catch((error: unknown) => {
			failed(error, t.methods.signInFailed);
			void navigate({ to: "/auth", search: { redirect: "/auth/window" }, replace: true });
		});
	}, [provider, navigate]);
	useEffect(() => {
		if (provider !== undefined) return;
		if (session) window.close();
		else if (session === null) void navigate({ to: "/auth", search: { redirect: "/auth/window" }, replace: true });
	}, [provider, session, navigate]);
	if (provider === undefined && session)
		return <AuthFrame name={t.window.name} title={t.window.signedIn} lead={t.window.close} />;
	return (
		<AuthFrame name={t.window.name} title={t.window.starting}>
			<p role="status" className="flex items-center gap-2 text-14 text-ink-2">
				<Spinner />
				{t.window.redirecting}
			</p>
		</AuthFrame>
	);
}
