import { formatMoment } from "#web/lib/base/format.ts";
import { ALL_MAILBOXES } from "#web/lib/base/links.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { Report } from "../../contract.ts";
import { t } from "../base/text.ts";

const row = "flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 text-14";

/** Age and reputation of the domain, and what the user's mail knows. */
export function DomainInformation({ report: { analysis, ownMail } }: { report: Report }) {
	const { domain_age_days: days, reputation_score: reputation } = analysis;
	return (
		<section aria-label={t.result.domainInformation} className="min-w-0">
			<h2 className="pb-2 text-14 font-semibold">{t.result.domainInformation}</h2>
			<dl>
				<div className={row}>
					<dt className="text-ink-2">{t.result.domainAge}</dt>
					<dd className="tabular-nums">{days === null ? t.result.notChecked : t.result.days(days)}</dd>
				</div>
				<div className={row}>
					<dt className="text-ink-2">{t.result.reputationScore}</dt>
					<dd className="flex min-w-0 items-center gap-3 tabular-nums">
						{reputation === null ? (
							t.result.notEnough
						) : (
							<>
								<span className="w-28">
									<Progress
										label={t.result.reputationScore}
										showLabel={false}
										done={reputation}
										total={100}
										tone={reputation >= 60 ? "green" : reputation >= 40 ? "amber" : "red"}
									/>
								</span>
								{t.result.outOf(reputation)}
							</>
						)}
					</dd>
				</div>
				<div className={`${row} border-b`}>
					<dt className="text-ink-2">{t.result.yourMail}</dt>
					<dd className="min-w-0 text-right tabular-nums">
						{ownMail === null ? t.result.noMail : <OwnMailLine mail={ownMail} />}
					</dd>
				</div>
			</dl>
		</section>
	);
}

function OwnMailLine({ mail }: { mail: NonNullable<Report["ownMail"]> }) {
	const { received, inSpam, markedAsSpam, unsubscribedAt, sent, firstSeen, search } = mail;
	const rest = [
		inSpam > 0 && t.result.inSpam(inSpam),
		markedAsSpam > 0 && t.result.markedAsSpam(markedAsSpam),
		unsubscribedAt !== null && t.result.unsubscribed(formatMoment(unsubscribedAt)),
		sent > 0 && t.result.sent(sent),
		firstSeen !== null && t.result.firstSeen(formatMoment(firstSeen)),
	].filter((part) => part !== false);
	return (
		<>
			<MailLink search={received === 0 ? null : search} account={ALL_MAILBOXES}>
				{t.result.received(received)}
			</MailLink>
			{rest.map((part) => (
				<span key={part} className="text-ink-2">
					{`, ${part}`}
				</span>
			))}
		</>
	);
}
