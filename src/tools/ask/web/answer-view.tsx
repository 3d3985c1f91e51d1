import { Link } from "@tanstack/react-router";
import { Mail, Paperclip } from "lucide-react";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import { formatListTime } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { Sentence } from "../contract.ts";
import { t } from "./text.ts";
import type { Asked } from "./use-ask.ts";

interface AnswerViewProps {
	asked: Asked;
	account: string | undefined;
	onRetry: () => void;
}

/** The answer with its sources, and the emails that it was made from. */
export function AnswerView({ asked, account, onRetry }: AnswerViewProps) {
	const { emails, search, error, isRunning } = asked;
	if (emails?.total === 0)
		return (
			<Card>
				<EmptyState icon={Mail} title={t.answer.nothingFound} description={t.answer.nothingFoundDescription} />
			</Card>
		);
	return (
		<>
			<Card title={t.answer.title}>
				<div aria-live="polite" aria-busy={isRunning} className="flex flex-col gap-3">
					{error !== null && (
						<Notice
							tone="red"
							action={
								<Button size="small" onClick={onRetry}>
									{t.answer.tryAgain}
								</Button>
							}
						>
							{error.message}
						</Notice>
					)}
					<Answer asked={asked} />
				</div>
			</Card>
			{emails && search && (
				<Card title={t.emails.title} note={search.isWide ? t.emails.wide : undefined} flush>
					<ol className="divide-y divide-line">
						{emails.items.map((item, index) => (
							<EmailRow key={item.id} item={item} number={index + 1} />
						))}
					</ol>
					<p className="border-t border-line px-4 py-3 text-13">
						<MailLink search={search.q} account={account}>
							{t.emails.showAll(emails.total, emails.totalIsExact)}
						</MailLink>
					</p>
				</Card>
			)}
		</>
	);
}

function Answer({ asked: { answer, emails, isRunning, error } }: { asked: Asked }) {
	if (answer === null || emails === null)
		return isRunning && error === null ? <Skeleton shape="text" rows={3} label={t.answer.answering} /> : null;
	const { sentences, dropped, engine, isComplete } = answer;
	const suspicious = emails.items.filter(({ trust }) => isDistrusted(trust ?? null)).length;
	const isEmpty = isComplete && sentences.length === 0;
	return (
		<>
			{isEmpty && (
				<p className="text-14">
					{emails.items.length > 0 && t.answer.count(emails.total, emails.totalIsExact)} {t.answer.none}
				</p>
			)}
			<ul className="flex flex-col gap-2 text-16 leading-relaxed">
				{sentences.map((sentence, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added at the end
					<li key={index}>
						<AnswerSentence sentence={sentence} items={emails.items} />
					</li>
				))}
			</ul>
			{suspicious > 0 && <p className="text-13 text-ink-2">{t.answer.suspicious(suspicious)}</p>}
			{dropped > 0 && <p className="text-13 text-ink-2">{t.answer.dropped(dropped)}</p>}
			<p className="text-12 text-ink-3">
				{engine.kind === "model" ? t.answer.model(engine.model ?? "", engine.host ?? "") : t.answer.builtIn}{" "}
				<Link to="/settings/ai" className="underline underline-offset-2">
					{t.answer.settings}
				</Link>
			</p>
		</>
	);
}

function AnswerSentence({
	sentence: { text, sources, isSupported },
	items,
}: {
	sentence: Sentence;
	items: readonly EmailItem[];
}) {
	return (
		<>
			<span dir="auto" className="wrap-anywhere">
				{text}
			</span>{" "}
			{!isSupported && <Badge tone="amber">{t.answer.notInEmails}</Badge>}{" "}
			{sources.map((id) => {
				const number = items.findIndex((item) => item.id === id) + 1;
				const item = items[number - 1];
				return (
					item && (
						<Link
							key={id}
							to="/inbox/{-$emailId}"
							params={{ emailId: id }}
							aria-label={t.answer.source(number, item.subject || t.emails.noSubject)}
							title={item.subject || t.emails.noSubject}
							className="mr-1 inline-flex size-5 items-center justify-center rounded-1 bg-accent-soft align-text-bottom text-12 font-semibold text-accent hover:underline"
						>
							{number}
						</Link>
					)
				);
			})}
		</>
	);
}

function EmailRow({ item, number }: { item: EmailItem; number: number }) {
	return (
		<li>
			<Link
				to="/inbox/{-$emailId}"
				params={{ emailId: item.id }}
				className="flex min-h-11 items-center gap-3 px-4 py-2 text-14 hover:bg-sunken"
			>
				<span aria-hidden="true" className="w-5 shrink-0 text-right text-12 font-semibold text-accent tabular-nums">
					{number}
				</span>
				<span className="w-40 shrink-0 truncate text-ink-2 max-md:w-24">{item.senderName || item.senderEmail}</span>
				<span className="min-w-0 flex-1 truncate">{item.subject || t.emails.noSubject}</span>
				{isDistrusted(item.trust ?? null) && <Badge tone="red">{t.emails.suspicious}</Badge>}
				{item.hasAttachments && <Paperclip aria-hidden="true" size={14} className="shrink-0 text-ink-3" />}
				<span className="shrink-0 text-12 text-ink-3 tabular-nums">{formatListTime(item.receivedAt)}</span>
			</Link>
		</li>
	);
}
