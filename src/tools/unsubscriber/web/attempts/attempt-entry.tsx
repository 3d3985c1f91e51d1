import { formatFullTime, formatMoment } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import type { Attempt } from "../base/api.ts";
import { methods, responseLine, states } from "../base/labels.ts";
import { t } from "../base/text.ts";

/** One attempt: method, time and reply. @param named show the list's name (several lists) */
export function AttemptEntry({ attempt, named = false }: { attempt: Attempt; named?: boolean }) {
	const state = states[attempt.state];
	const response = responseLine(attempt);
	return (
		<li className="flex flex-col gap-1 px-3 py-2.5 text-13">
			{named && (
				<p className="min-w-0">
					<span className="block truncate text-14 font-medium">{attempt.name}</span>
					<span className="block truncate font-mono text-12 text-ink-3">{attempt.senderEmail}</span>
				</p>
			)}
			<div className="flex flex-wrap items-center gap-2">
				{state && <Badge tone={state.tone}>{state.label}</Badge>}
				<span className="font-medium">{methods[attempt.method].label}</span>
				<time dateTime={attempt.at} title={formatFullTime(attempt.at)} className="ml-auto text-12 text-ink-3">
					{formatMoment(attempt.at)}
				</time>
			</div>
			{attempt.explanation && <p className="text-ink-2">{attempt.explanation}</p>}
			{attempt.address && <p className="font-mono text-12 break-all text-ink-3">{attempt.address}</p>}
			{response && (
				<p className="text-12 text-ink-3">
					{t.attempts.response} <span className="font-mono break-words">{response}</span>
				</p>
			)}
			{attempt.stillSendingSince && (
				<p className="text-12 text-red">{t.attempts.sentEmailAgain(attempt.stillSendingSince)}</p>
			)}
		</li>
	);
}
