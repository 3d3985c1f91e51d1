import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { formatDuration, formatFullTime } from "#web/lib/base/format.ts";
import type { CheckState, MessageFacts } from "../../contract.ts";
import { stateIcons } from "../base/labels.ts";
import { t } from "../base/text.ts";

/** A hop that takes longer is marked. */
const SLOW_MS = 5 * 60_000;

/** What the message itself shows: authentication, path, links and attachments. */
export function MessageSection({ message }: { message: MessageFacts }) {
	const { subject, from, authentication, hops, links, attachments } = message;
	return (
		<section aria-label={t.message.title} className="min-w-0">
			<h2 className="text-14 font-semibold">{t.message.title}</h2>
			<p className="pb-3 text-13 break-words text-ink-2">{`${subject || t.message.noSubject} · ${from}`}</p>
			<div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
				<Part title={t.message.authentication}>
					{authentication.map(({ method, result, domain, detail }, index) => (
						<Line
							// biome-ignore lint/suspicious/noArrayIndexKey: never reordered, and methods may repeat.
							key={index}
							state={stateOf(result)}
							label={`${t.message.methods[method]} ${result}`}
							detail={[domain, detail].filter(Boolean).join(" · ")}
						/>
					))}
				</Part>
				<Part title={t.message.path} empty={hops.length === 0 ? t.message.noPath : undefined}>
					{hops.map((hop, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: never reordered, and servers may repeat.
						<HopLine key={index} hop={hop} isFirst={index === 0} />
					))}
				</Part>
				<Part title={t.message.links} empty={links.length === 0 ? t.message.noLinks : undefined}>
					{links.map(({ text, host, problem }, index) => (
						<Line
							// biome-ignore lint/suspicious/noArrayIndexKey: never reordered, and links may repeat.
							key={index}
							state={problem === null ? "pass" : "fail"}
							label={host}
							detail={problem ?? text}
						/>
					))}
				</Part>
				<Part title={t.message.attachments} empty={attachments.length === 0 ? t.message.noAttachments : undefined}>
					{attachments.map(({ filename, declared, actual, problem }, index) => (
						<Line
							// biome-ignore lint/suspicious/noArrayIndexKey: never reordered, and names may repeat.
							key={index}
							state={problem === null ? "pass" : "fail"}
							label={filename}
							detail={problem ?? t.message.fileType(declared, actual)}
						/>
					))}
				</Part>
			</div>
		</section>
	);
}

function stateOf(result: string): CheckState {
	if (result === "pass") return "pass";
	if (result === "fail" || result === "permerror") return "fail";
	return result === "temperror" ? "error" : result === "none" ? "not_checked" : "warn";
}

function Part({ title, empty, children }: { title: string; empty?: string | undefined; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<h3 className="pb-1.5 text-13 font-semibold">{title}</h3>
			<ul className="max-h-80 divide-y divide-line overflow-y-auto border-y border-line">
				{empty === undefined ? children : <li className="py-2 text-13 text-ink-2">{empty}</li>}
			</ul>
		</div>
	);
}

function Line({ state, label, detail }: { state: CheckState; label: string; detail: string }) {
	const { icon: Icon, tone } = stateIcons[state];
	return (
		<li className="flex items-start gap-2 py-2 text-13">
			<Icon aria-hidden="true" size={14} className={`mt-0.5 shrink-0 ${tone}`} />
			<span className="min-w-0 flex-1 break-words">
				<span className="font-medium">{label}</span>
				<span className="sr-only">{`: ${t.checks.states[state]}`}</span>
				{detail !== "" && <span className="block text-ink-2">{detail}</span>}
			</span>
		</li>
	);
}

function HopLine({ hop, isFirst }: { hop: MessageFacts["hops"][number]; isFirst: boolean }) {
	const { from, by, at, delayMs } = hop;
	const isSlow = delayMs !== null && delayMs > SLOW_MS;
	return (
		<li className="flex items-start gap-2 py-2 text-13" title={at === null ? undefined : formatFullTime(at)}>
			<ArrowDown aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-ink-3" />
			<span className="min-w-0 flex-1 font-mono text-12 break-all">
				{isFirst && <span className="block text-ink-2">{from ?? t.message.start}</span>}
				{by ?? t.message.unknownServer}
			</span>
			{delayMs !== null && (
				<span className={`shrink-0 tabular-nums ${isSlow ? "text-amber" : "text-ink-3"}`}>
					{t.message.delay(formatDuration(Math.max(0, delayMs)))}
				</span>
			)}
		</li>
	);
}
