import { CircleCheck, CircleHelp, ExternalLink } from "lucide-react";
import type { Discovered } from "#shared/contracts/accounts.ts";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { domainOf } from "./connection-values.ts";
import { t } from "./text.ts";
import type { Discovery } from "./use-discovery.ts";

/** One line about the discovered servers of the typed address and the provider's requirements. */
export function DiscoveryLine({ discovery }: { discovery: Discovery }) {
	const { address, isDiscovering, found, error } = discovery;
	return (
		<div role="status" className="-mt-1.5 flex flex-col gap-1 text-13 text-ink-2 empty:hidden">
			{address === null ? null : isDiscovering ? (
				<Line icon={<Spinner />}>{t.imap.lookingUp(domainOf(address))}</Line>
			) : found?.imap ? (
				<Line icon={<CircleCheck aria-hidden="true" size={16} className="text-accent" />}>
					{t.imap.found(found.providerName ?? domainOf(address))}{" "}
					<span className="font-mono text-12 break-all text-ink">{found.imap.host}</span>,{" "}
					{found.imap.security === "none" ? t.imap.notEncrypted : t.imap.encrypted}
				</Line>
			) : found || error ? (
				<Line icon={<CircleHelp aria-hidden="true" size={16} className="text-amber" />}>
					{found?.note ?? notFound(address, error)}
				</Line>
			) : null}
			{!isDiscovering && found?.imap && <AppPassword found={found} />}
		</div>
	);
}

function notFound(email: string, error: Error | null): string {
	const domain = domainOf(email) ?? t.imap.thisAddress;
	if (error) return t.imap.lookupFailed(domain);
	return t.imap.notPublished(domain);
}

function AppPassword({ found: { appPassword, note, providerName } }: { found: Discovered }) {
	const name = providerName ?? t.imap.thisProvider;
	return (
		<>
			{appPassword && (
				<p className="pl-6">
					{appPassword.required ? t.imap.appPassword(name) : t.imap.appPasswordTwoStep(name)}{" "}
					{appPassword.url && (
						<a
							href={appPassword.url}
							target="_blank"
							rel="noreferrer"
							className="inline-flex items-center gap-1 font-medium text-accent underline underline-offset-2"
						>
							{t.imap.createOne}
							<ExternalLink aria-hidden="true" size={13} />
							<span className="sr-only">{t.imap.opensNewTab}</span>
						</a>
					)}
				</p>
			)}
			{note && <p className="pl-6">{note}</p>}
		</>
	);
}

function Line({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
	return (
		<p className="flex items-start gap-2">
			<span className="flex h-[18px] shrink-0 items-center">{icon}</span>
			<span className="min-w-0">{children}</span>
		</p>
	);
}
