import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { hubPath } from "#shared/brand.ts";
import { type ConsentKind, kindConnectedBy } from "#shared/providers.ts";
import { accountsQuery, providersQuery, selectProvider } from "#web/lib/mailbox/accounts.ts";
import { useDashboard } from "#web/lib/screens/installed.ts";
import { usePageTitle } from "#web/lib/screens/page-title.ts";
import type { Access } from "#web/lib/session/consent.ts";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { ErrorState } from "#web/ui/state/states.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectedList } from "./connected-list.tsx";
import { consentTexts, gains, safeguards } from "./consent-texts.ts";
import { NotSetUp } from "./not-set-up.tsx";
import { Points } from "./points.tsx";
import { t } from "./text.ts";

/** `/auth/<kind>/start`: connection status, and what connecting means. */
function StartPage({ kind }: { kind: ConsentKind }) {
	const { name } = consentTexts(kind);
	usePageTitle(t.connect.connect(name));
	const accounts = useQuery(accountsQuery);
	const providers = useQuery(providersQuery);
	const dashboard = useDashboard();
	const [more, setMore] = useState(false);
	const error = accounts.data ? providers.error : accounts.error;
	if (!accounts.data || !providers.data)
		return (
			<Page>
				<PageHeader title={name} />
				{error ? (
					<ErrorState
						title={t.connect.couldntCheckConnection(name)}
						error={error}
						busy={accounts.isFetching || providers.isFetching}
						onRetry={() => void Promise.all([accounts.refetch(), providers.refetch()])}
					/>
				) : (
					<p role="status" className="flex items-center gap-2 text-14 text-ink-2">
						<Spinner />
						{t.connect.checkingConnection(name)}
					</p>
				)}
			</Page>
		);
	const connected = accounts.data.filter(({ provider, status }) => provider === kind && status !== "disconnected");
	const available = providers.data.some((provider) => provider.kind === kind && provider.available);
	if (connected.length === 0 || more)
		return (
			<Page>
				<PageHeader title={t.connect.connectAccount(name)} description={t.connect.connectYourMailbox(name)} />
				<Offer kind={kind} available={available}>
					{more ? (
						<Button onClick={() => setMore(false)}>{t.connect.cancel}</Button>
					) : (
						<ButtonLink to={dashboard} variant="ghost">
							{t.connect.backToDashboard}
						</ButtonLink>
					)}
				</Offer>
			</Page>
		);
	const lost = connected.every(({ status }) => status === "needs_sign_in");
	const changeable = connected.some(({ access }) => access === "full");
	return (
		<Page>
			<PageHeader
				title={lost ? t.connect.signInAgainRequired(name) : t.connect.isConnected(name)}
				description={
					lost ? t.connect.signInToResume : changeable ? t.connect.newEmailsSyncAutomatically : t.connect.syncsReadOnly
				}
				actions={
					<>
						<Button onClick={() => setMore(true)}>{t.connect.connectAnother}</Button>
						<ButtonLink to={dashboard} variant="primary">
							{t.connect.goToDashboard}
						</ButtonLink>
					</>
				}
			/>
			<ConnectedList kind={kind} accounts={connected} />
		</Page>
	);
}

interface OfferProps {
	kind: ConsentKind;
	available: boolean;
	/** The connect form. */
	children: React.ReactNode;
}

function Offer({ kind, available, children }: OfferProps) {
	const texts = consentTexts(kind);
	const [access, setAccess] = useState<Access>("full");
	const navigate = useNavigate();
	const onUsePassword = () => {
		selectProvider(kindConnectedBy("servers"));
		void navigate({ to: hubPath });
	};
	return (
		<div className="grid max-w-[960px] gap-x-12 gap-y-8">
			<div className="max-w-[640px]">
				{available ? (
					<ConnectForm kind={kind} access={access} onAccess={setAccess}>
						{children}
					</ConnectForm>
				) : (
					<div className="flex flex-col gap-4">
						<NotSetUp kind={kind} onUsePassword={onUsePassword} />
						<div>{children}</div>
					</div>
				)}
			</div>
			<div className="grid gap-x-12 gap-y-8 border-t border-line pt-6 md:grid-cols-2">
				<Points title={t.connect.whatYouGet} points={gains(texts, access)} />
				<Points title={t.connect.security} icon={ShieldCheck} points={safeguards(texts, access)} />
			</div>
		</div>
	);
}

/** The page of this kind, as the router shows it: without props. */
export const startPage = (kind: ConsentKind) => () => <StartPage kind={kind} />;
