import { CircleHelp, type LucideIcon, ShieldAlert, ShieldCheck } from "lucide-react";
import type { TrustVerdict } from "#shared/mail/trust.ts";
import { reasonSentence } from "#web/lib/trust/reason-sentence.ts";
import type { MessageFacts } from "../../contract.ts";
import { t } from "../base/text.ts";

const looks: Record<TrustVerdict, { icon: LucideIcon; color: string }> = {
	safe: { icon: ShieldCheck, color: "text-green" },
	unknown: { icon: CircleHelp, color: "text-ink-2" },
	suspicious: { icon: ShieldAlert, color: "text-red" },
	forged: { icon: ShieldAlert, color: "text-red" },
};

/** Whether the message can be trusted, and why not. Renders nothing of reports without a verdict. */
export function Verdict({ message: { verdict, reasons = [] } }: { message: MessageFacts }) {
	if (verdict === undefined) return null;
	const { icon: Icon, color } = looks[verdict];
	return (
		<section aria-label={t.verdict.title} className="min-w-0">
			<h2 className="text-14 font-semibold">{t.verdict.title}</h2>
			<p className={`flex items-center gap-3 pt-1 font-display text-44 leading-tight ${color}`}>
				<Icon aria-hidden="true" size={36} className="shrink-0" />
				{t.verdict.names[verdict]}
			</p>
			<p className="pt-1 text-14 text-ink-2">{t.verdict.means[verdict]}</p>
			{reasons.length > 0 && (
				<ul className="mt-3 divide-y divide-line border-y border-line text-14">
					{reasons.map((reason) => (
						<li key={`${reason.kind} ${reason.about}`} className="py-2 break-words">
							{reasonSentence(reason, verdict)}
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
