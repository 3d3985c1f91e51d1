import { Link } from "@tanstack/react-router";
import { mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import { Card } from "#web/ui/page/card.tsx";
import type { Claim } from "../claims.ts";
import type { Fact } from "../contract.ts";
import { t } from "./text.ts";

/** What is known about the recipient, where it comes from, and the sentence that uses it. */
export function FactsCard({ facts, claims }: { facts: readonly Fact[]; claims: readonly Claim[] }) {
	return (
		<Card title={t.facts.title}>
			{facts.length === 0 ? (
				<p className="text-13 text-ink-3">{t.facts.none}</p>
			) : (
				<dl className="flex flex-col divide-y divide-line">
					{facts.map((fact) => (
						<div key={fact.id} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 py-2.5 first:pt-0 last:pb-0">
							<dt className="text-13 text-ink-3">{t.facts.kinds[fact.kind]}</dt>
							<dd className="min-w-0 text-14 break-words">
								<span className="font-medium">{fact.value}</span>
								<span className="block text-12 leading-6 text-ink-3">
									<Source fact={fact} />
								</span>
								<span className="block text-12 text-ink-3">{usedIn(fact, claims)}</span>
							</dd>
						</div>
					))}
				</dl>
			)}
		</Card>
	);
}

function usedIn({ id }: Fact, claims: readonly Claim[]): string {
	const claim = claims.find(({ factIds }) => factIds.includes(id));
	return claim === undefined ? t.facts.unused : t.facts.usedIn(claim.text);
}

function Source({ fact: { emailId, url, seenAt } }: { fact: Fact }) {
	const className = `inline-block leading-6 ${mailLinkClass}`;
	if (url !== null)
		return (
			<a href={url} target="_blank" rel="noopener noreferrer nofollow" className={className}>
				{t.facts.page(URL.parse(url)?.hostname ?? url)}
			</a>
		);
	if (emailId === null) return t.facts.fromContacts(seenAt);
	return (
		<Link to="/inbox/{-$emailId}" params={{ emailId }} className={className}>
			{t.facts.openEmail(seenAt)}
		</Link>
	);
}
