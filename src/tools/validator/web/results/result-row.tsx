import { Check, Minus, X } from "lucide-react";
import { Badge } from "#web/ui/base/badge.tsx";
import type { Verdict } from "../../contract.ts";
import { meaningOf } from "../../reasons.ts";
import { t } from "../base/text.ts";
import { statusIcons, statusLabels, statusTones, toneText } from "./labels.ts";

interface ResultRowProps {
	email: string;
	/** Null: not checked, or not yet. */
	verdict: Verdict | null;
	/** Why it was not checked. */
	error: string | null;
	/** Line of an earlier address of the same mailbox. */
	duplicateOf: number | null;
	onOpen: () => void;
}

/** One address with its verdict; opens the details. */
export function ResultRow({ email, verdict, error, duplicateOf, onOpen }: ResultRowProps) {
	const status = verdict?.status ?? null;
	const Icon = status === null ? Minus : statusIcons[status];
	const reason = verdict === null ? (error ?? t.results.unchecked) : meaningOf(verdict.reason).text;
	const more = [
		reason,
		verdict && t.results.deliverable[verdict.deliverable],
		verdict && t.results.risk[verdict.risk],
		duplicateOf !== null && t.results.duplicate(duplicateOf),
	].filter(Boolean);
	return (
		<li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-sunken">
			<Icon aria-hidden="true" size={18} className={`shrink-0 ${status === null ? "text-ink-3" : toneText[status]}`} />
			<div className="min-w-0 flex-1">
				<div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
					{verdict === null ? (
						<span className="min-w-0 truncate font-mono text-13">{email}</span>
					) : (
						<button
							type="button"
							aria-label={t.results.details(email)}
							onClick={onOpen}
							// The whole row opens the details.
							className="max-w-full min-w-0 truncate text-left font-mono text-13 after:absolute after:inset-0"
						>
							{email}
						</button>
					)}
					{verdict && <Marks verdict={verdict} />}
				</div>
				<p className="text-12 text-ink-3">{more.join(" · ")}</p>
				{verdict?.suggestion && <p className="text-12 text-amber">{t.results.didYouMean(verdict.suggestion)}</p>}
			</div>
			{status !== null && <Badge tone={statusTones[status]}>{statusLabels[status].toUpperCase()}</Badge>}
		</li>
	);
}

const marks = [
	["MX", "mxRecord"],
	["SPF", "spfValid"],
	["DKIM", "dkimValid"],
] as const;

function Marks({ verdict }: { verdict: Verdict }) {
	return (
		<span className="flex items-center gap-2 text-12 text-ink-2">
			{marks.map(([name, key]) => {
				const value = verdict[key];
				const Icon = value === null ? Minus : value ? Check : X;
				const tone = value === null ? "text-ink-3" : value ? "text-accent" : "text-red";
				return (
					<span key={name} title={t.results.mark(name, value)} className="inline-flex items-center gap-0.5">
						<span aria-hidden="true">{name}</span>
						<Icon aria-hidden="true" size={13} className={tone} />
						<span className="sr-only">{t.results.mark(name, value)}</span>
					</span>
				);
			})}
		</span>
	);
}
