import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { consumeRedirect } from "#web/lib/base/redirect.ts";
import { useDashboard } from "#web/lib/screens/installed.ts";
import { finishProvider, type ProviderReturn, providerNames } from "#web/lib/session/providers.ts";
import { refetchSession, signInWithToken } from "#web/lib/session/session.ts";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { failed } from "./auth-toast.ts";
import { t } from "./text.ts";

const steps = [
	t.callback.processingAuthentication,
	t.callback.exchangingAuthorizationCode,
	t.callback.signingYouIn,
] as const;

/** After the redirect from Microsoft or Google: exchanges the code and continues. */
export function FinishSignIn() {
	const params = useSearch({ strict: false }) as ProviderReturn;
	const [step, setStep] = useState<(typeof steps)[number]>(steps[0]);
	const navigate = useNavigate();
	const router = useRouter();
	const client = useQueryClient();
	const home = useDashboard();
	// The code can be used once; React may run an effect twice.
	const begun = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the parameters of the URL
	useEffect(() => {
		if (begun.current) return;
		begun.current = true;
		const run = async () => {
			const result = await finishProvider(params, () => setStep(steps[1]));
			if ("linked" in result) {
				toast({
					title: t.callback.linked(providerNames[result.provider]),
					description: t.callback.linkedDescription,
				});
				return router.history.replace(consumeRedirect(home));
			}
			setStep(steps[2]);
			if ((await signInWithToken(result.token)) === "second-factor")
				return navigate({ to: "/auth", search: { mode: "code" }, replace: true });
			await refetchSession(client);
			toast({ title: t.page.success, description: t.callback.signedIn(providerNames[result.provider]) });
			router.history.replace(consumeRedirect(home));
		};
		run().catch((error: unknown) => {
			failed(error, t.callback.authenticationFailed);
			void navigate({ to: "/auth", replace: true });
		});
	}, []);
	return (
		<AuthFrame name="Signing in" title={t.callback.signingIn}>
			<p role="status" className="flex items-center gap-2 text-14 text-ink-2">
				<Spinner />
				{step}
			</p>
		</AuthFrame>
	);
}
