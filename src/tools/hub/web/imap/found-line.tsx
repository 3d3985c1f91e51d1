import { CircleCheck, CircleHelp, ExternalLink } from "lucide-react";
import type { Discovered } from "#shared/contracts/accounts.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { domainOf } from "./connection-values.ts";
import type { Discovery } from "./use-discovery.ts";

/** One line about the discovered servers of the typed address and the provider's requirements. */
export function DiscoveryLine({ discovery }: { discovery: Discovery }) {
	const { asked, looking, found, error } = discovery;
	return (
		<div role="status" className="-mt-1.5 flex flex-col gap-1 text-13 text-ink-2 empty:hidden">
			{asked === null ? null : looking ? (
				<Line icon={<Spinner />}>Looking for the servers of {domainOf(asked)}…</Line>
			) : found?.imap ? (
				<Line icon={<CircleCheck aria-hidden="true" size={16} className="text-accent" />}>
					Found {found.providerName ?? domainOf(asked)}:{" "}
					<span className="font-mono text-12 break-all text-ink">{found.imap.host}</span>,{" "}
					{found.imap.security === "none" ? "not encrypted" : "encrypted"}
				</Line>
			) : found || error ? (
				<Line icon={<CircleHelp aria-hidden="true" size={16} className="text-amber" />}>
					{found?.note ?? notFound(asked, error)}
				</Line>
			) : null}
			{!looking && found?.imap && <AppPassword found={found} />}
		</div>
	);
}

function notFound(email: string, error: Error | null): string {
	const domain = domainOf(email) ?? "this address";
	if (error) return `The servers of ${domain} could not be looked up. Name them below.`;
	return `${domain} does not say which servers it uses. Name them below; your provider's help pages list them.`;
}

function AppPassword({ found: { appPassword, note, providerName } }: { found: Discovered }) {
	const name = providerName ?? "This provider";
	return (
		<>
			{appPassword && (
				<p className="pl-6">
					{appPassword.required
						? `${name} asks for an app password here, not the one you sign in with.`
						: `With two-step sign-in, ${name} asks for an app password here.`}{" "}
					{appPassword.url && (
						<a
							href={appPassword.url}
							target="_blank"
							rel="noreferrer"
							className="inline-flex items-center gap-1 font-medium text-accent underline underline-offset-2"
						>
							Make one
							<ExternalLink aria-hidden="true" size={13} />
							<span className="sr-only">(opens in a new tab)</span>
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
