import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { Check, CheckItem, Evidence } from "../../contract.ts";
import { WEIGHTS } from "../../scoring.ts";
import { stateIcons } from "../base/labels.ts";
import { t } from "../base/text.ts";

/** Every check in the order of its value; each opens to its evidence. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
	return (
		<section aria-label={t.checks.title} className="min-w-0">
			<h2 className="pb-2 text-14 font-semibold">{t.checks.title}</h2>
			<ul className="divide-y divide-line border-y border-line">
				{checks.map((check) => (
					<CheckRow key={check.id} check={check} />
				))}
			</ul>
		</section>
	);
}

function CheckRow({ check }: { check: Check }) {
	const [isOpen, setOpen] = useState(false);
	const id = useId();
	const { icon: Icon, tone } = stateIcons[check.state];
	const name = t.checks.names[check.id];
	return (
		<li>
			<button
				type="button"
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={() => setOpen(!isOpen)}
				className="flex min-h-11 w-full items-start gap-2.5 py-2.5 text-left text-14 hover:bg-sunken sm:items-center"
			>
				<Icon aria-hidden="true" size={16} className={`mt-0.5 shrink-0 sm:mt-0 ${tone}`} />
				<span className="flex min-w-0 flex-1 flex-col gap-x-2.5 sm:flex-row">
					<span className="w-32 shrink-0 font-medium">
						{name}
						<span className="sr-only">{`: ${t.checks.states[check.state]}`}</span>
					</span>
					<span className="min-w-0 flex-1 break-words text-ink-2">{check.detail}</span>
				</span>
				<Points check={check} />
				<ChevronRight
					aria-hidden="true"
					size={16}
					className={`mt-0.5 shrink-0 text-ink-3 transition-transform duration-[120ms] sm:mt-0 ${isOpen ? "rotate-90" : ""}`}
				/>
			</button>
			<div id={id} hidden={!isOpen} className="flex flex-col gap-4 pt-1 pb-4 sm:pl-6.5">
				{isOpen && <Details check={check} />}
			</div>
		</li>
	);
}

function Points({ check: { id, share } }: { check: Check }) {
	const weight = WEIGHTS[id];
	const points = share === null ? null : Math.round(weight * share * 10) / 10;
	return (
		<span className="shrink-0 text-13 text-ink-3 tabular-nums">
			<span aria-hidden="true">{points === null ? t.checks.noPoints(weight) : t.checks.points(points, weight)}</span>
			<span className="sr-only">
				{points === null ? t.checks.notCounted(weight) : t.checks.pointsLabel(points, weight)}
			</span>
		</span>
	);
}

function Details({ check: { fix, items, evidence } }: { check: Check }) {
	return (
		<>
			{fix !== null && (
				<div className="text-13">
					<h3 className="font-semibold">{t.checks.fix}</h3>
					<p className="break-words">{fix}</p>
				</div>
			)}
			{items.length > 0 && (
				<div>
					<h3 className="pb-1 text-13 font-semibold">{t.checks.details}</h3>
					<ul>
						{items.map((item, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: items are never reordered, and terms may repeat.
							<ItemLine key={index} item={item} />
						))}
					</ul>
				</div>
			)}
			<div>
				<h3 className="pb-1 text-13 font-semibold">{t.checks.evidence}</h3>
				{evidence.length === 0 ? (
					<p className="text-13 text-ink-2">{t.checks.noEvidence}</p>
				) : (
					<ul className="flex flex-col gap-2">
						{evidence.map((entry, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: entries are never reordered, and questions may repeat.
							<EvidenceLine key={index} evidence={entry} />
						))}
					</ul>
				)}
			</div>
		</>
	);
}

function ItemLine({ item: { label, detail, state, depth } }: { item: CheckItem }) {
	const { icon: Icon, tone } = stateIcons[state];
	return (
		<li className="flex items-start gap-2 py-0.5 text-13">
			{depth > 0 && (
				<span
					aria-hidden="true"
					className="shrink-0 self-stretch border-l border-line-strong"
					style={{ marginLeft: depth * 14 }}
				/>
			)}
			<Icon aria-hidden="true" size={14} className={`mt-0.5 shrink-0 ${tone}`} />
			<span className="min-w-0 flex-1 break-words">
				<span className="font-mono">{label}</span>
				<span className="sr-only">{`: ${t.checks.states[state]}`}</span>
				{detail !== "" && <span className="text-ink-2">{` ${detail}`}</span>}
			</span>
		</li>
	);
}

function EvidenceLine({ evidence }: { evidence: Evidence }) {
	const { question, answers, server, answeredAt, durationMs, isCached } = evidence;
	const facts = [
		server === null ? t.checks.nobody : t.checks.answeredBy(server),
		isCached ? t.checks.cached : t.checks.took(durationMs),
		answeredAt.slice(11, 19),
	];
	return (
		<li className="min-w-0 text-12">
			<p className="font-mono break-all">{question}</p>
			{answers.map((answer) => (
				<p key={answer} className="pl-3 font-mono break-all whitespace-pre-wrap text-ink-2">
					{answer}
				</p>
			))}
			<p className="pl-3 text-ink-3">{facts.join(" · ")}</p>
		</li>
	);
}
