import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { ConsentExtra } from "#shared/contracts/consent.ts";
import type { ConsentKind } from "#shared/providers.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { cacheAccount, selectAccount } from "#web/lib/mailbox/accounts.ts";
import { useDashboard } from "#web/lib/screens/installed.ts";
import { usePageTitle } from "#web/lib/screens/page-title.ts";
import {
	type ConsentRequest,
	finishConsent,
	forgetState,
	type Granted,
	startPath,
	storedState,
} from "#web/lib/session/consent.ts";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ConnectFailed } from "./connect-failed.tsx";
import { Connected } from "./connected.tsx";
import { consentTexts } from "./consent-texts.ts";
import {
	type CallbackParams,
	exchangeFailure,
	type Failure,
	incomplete,
	reportedUrl,
	validateCallback,
} from "./oauth-callback.ts";
import { t } from "./text.ts";
import { useConsent } from "./use-consent.ts";

/** Milliseconds for which the success is shown. */
const redirectAfter = 2000;

type Phase = { at: "processing" } | { at: "connected"; granted: Granted } | { at: "failed"; failure: Failure };

/** `/auth/<kind>/callback`: the OAuth redirect URI. */
function CallbackPage({ kind }: { kind: ConsentKind }) {
	const { name } = consentTexts(kind);
	usePageTitle(t.connect.connecting(name));
	const { params, url, stored } = useRedirect(kind);
	const [retries, setRetries] = useState(stored?.request.retries ?? 0);
	const [phase, setPhase] = useState<Phase>({ at: "processing" });
	const consent = useConsent();
	const client = useQueryClient();
	const navigate = useNavigate();
	const dashboard = useDashboard();
	const returnTo = stored?.request.returnTo;
	const proceed = () => void navigate({ href: returnTo ?? dashboard, replace: true });

	const fail = (failure: Failure) => setPhase({ at: "failed", failure });
	const exchange = async () => {
		setPhase({ at: "processing" });
		const granted = await finishConsent(kind, { code: params.code ?? "", state: params.state ?? "" });
		const wrong = incomplete(granted);
		if (wrong) return fail(wrong);
		cacheAccount(client, granted.account);
		selectAccount(granted.account);
		announce(name, granted, stored?.request.extras ?? []);
		void client.invalidateQueries({ queryKey: keys.accounts });
		void client.invalidateQueries({ queryKey: keys.jobs });
		setPhase({ at: "connected", granted });
	};
	const send = () => exchange().catch((cause: unknown) => fail(exchangeFailure(cause)));

	// A code can be used once; React may run an effect twice.
	const begun = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the parameters of the URL
	useEffect(() => {
		if (begun.current) return;
		begun.current = true;
		// Remove the code from the URL, so that neither history nor a reload contains it.
		void navigate({ to: ".", search: {}, replace: true });
		const wrong = validateCallback(params, stored?.state ?? null);
		if (params.state !== undefined && params.state === stored?.state) forgetState(kind);
		// A user who declines more access keeps the access they had.
		if (params.error === "access_denied" && returnTo !== undefined && stored?.state === params.state) {
			toast({ title: wrong?.message ?? "" });
			proceed();
		} else if (wrong) fail(wrong);
		else void send();
	}, []);

	useReturn(phase.at === "connected", returnTo ?? dashboard);

	const retry = () => {
		const next = retries + 1;
		setRetries(next);
		const again: ConsentRequest = stored?.request ?? { access: "full" };
		if (phase.at === "failed" && phase.failure.sendAgain) void send();
		else consent.mutate({ kind, ...again, retries: next });
	};
	if (phase.at === "connected")
		return (
			<Connected
				kind={kind}
				granted={phase.granted}
				dashboard={dashboard}
				onReturn={returnTo === undefined ? undefined : proceed}
			/>
		);
	if (phase.at === "failed")
		return (
			<ConnectFailed
				kind={kind}
				failure={phase.failure}
				url={url}
				retries={retries}
				retrying={consent.isPending}
				onRetry={retry}
				startOver={startPath(kind)}
			/>
		);
	return <Processing name={name} />;
}

/** The redirect as it arrived, and the request it answers. */
function useRedirect(kind: ConsentKind) {
	const search = useSearch({ strict: false }) as CallbackParams;
	const [redirect] = useState(() => ({
		params: search,
		url: reportedUrl(location.href),
		stored: storedState(kind),
	}));
	return redirect;
}

/** Says that the mailbox is connected, or that access the user came for was not granted. */
function announce(name: string, { account, user }: Granted, extras: readonly ConsentExtra[]): void {
	const missing = extras.some((extra) => !account.capabilities[extra]);
	toast(
		missing
			? { title: t.connect.notAllowed(name), description: t.connect.notAllowedDescription, tone: "destructive" }
			: { title: t.connect.connectedSuccessfully(name), description: user.email },
	);
}

/** Opens a page once the success has been shown. */
function useReturn(isConnected: boolean, href: string): void {
	const navigate = useNavigate();
	useEffect(() => {
		if (!isConnected) return;
		const timer = setTimeout(() => void navigate({ href, replace: true }), redirectAfter);
		return () => clearTimeout(timer);
	}, [isConnected, navigate, href]);
}

function Processing({ name }: { name: string }) {
	return (
		<Page layout="text">
			<PageHeader title={t.connect.connecting(name)} />
			<p role="status" className="flex items-center gap-2 text-14 text-ink-2">
				<Spinner />
				{t.connect.processingAuthorization(name)}
			</p>
		</Page>
	);
}

/** The page of this kind, as the router shows it: without props. */
export const callbackPage = (kind: ConsentKind) => () => <CallbackPage kind={kind} />;
