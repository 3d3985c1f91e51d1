import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import type { Enrichment, Evidence, Fact } from "../../contract.ts";
import type { FieldId } from "../../fields.ts";
import { t } from "../base/text.ts";

/** Tall enough to be touched. */
const linkClass = `inline-block leading-6 ${mailLinkClass}`;

/** Label, value and where it was seen, for some fields of a result. */
export function FactRows({
	result,
	fields,
	children,
}: {
	result: Enrichment;
	fields: readonly (FieldId | "email")[];
	children?: ReactNode;
}) {
	return (
		<dl className="flex flex-col divide-y divide-line">
			{fields.map((field) =>
				field === "email" ? (
					<Row key={field} label={t.result.email}>
						<span className="font-mono text-13 break-all">{result.email}</span>
					</Row>
				) : (
					<FactRow key={field} field={field} fact={result.facts.find((one) => one.field === field)} />
				),
			)}
			{children}
		</dl>
	);
}

/** One line of a list of facts. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
			<dt className="text-13 text-ink-3">{label}</dt>
			<dd className="min-w-0 text-14 break-words">{children}</dd>
		</div>
	);
}

/** Not shown while unknown. */
const OPTIONAL: ReadonlySet<FieldId> = new Set(["address", "website"]);

function FactRow({ field, fact }: { field: FieldId; fact: Fact | undefined }) {
	const label = t.result.fields[field];
	if (fact === undefined && OPTIONAL.has(field)) return null;
	if (fact === undefined)
		return (
			<Row label={label}>
				<span className="text-ink-3">{t.result.notAvailable}</span>
			</Row>
		);
	const others = fact.alternatives.map(({ value }) => shown(field, value));
	return (
		<Row label={label}>
			<span className="flex items-baseline justify-between gap-3">
				<span className="min-w-0 font-medium break-words">
					<Value field={field} value={fact.value} />
				</span>
				<span
					role="img"
					aria-label={t.result.confidenceOf(label, fact.confidence)}
					className="shrink-0 text-12 text-ink-3 tabular-nums"
				>
					{t.result.sure(fact.confidence)}
				</span>
			</span>
			<span className="flex flex-wrap gap-x-3 text-12 leading-6 text-ink-3">
				{fact.evidence.map((one) => (
					<Seen key={`${one.source} ${one.kind} ${one.url ?? ""}`} evidence={one} />
				))}
			</span>
			{others.length > 0 && <span className="block text-12 text-ink-3">{t.result.others(others.join(", "))}</span>}
		</Row>
	);
}

function Seen({ evidence: { kind, count, lastSeen, emailId, url } }: { evidence: Evidence }) {
	if (url !== null)
		return (
			<a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkClass}>
				{t.result.page(URL.parse(url)?.hostname ?? url, lastSeen)}
			</a>
		);
	const text = t.result.evidence(kind, count, lastSeen);
	if (emailId === null) return <span>{text}</span>;
	return (
		<Link to="/inbox/{-$emailId}" params={{ emailId }} title={t.result.openEmail} className={linkClass}>
			{text}
		</Link>
	);
}

/** Links open in a new tab; numbers can be called. */
function Value({ field, value }: { field: FieldId; value: string }) {
	if (field === "phone")
		return (
			<a href={`tel:${value.replaceAll(/[^\d+]/g, "")}`} className={linkClass}>
				{value}
			</a>
		);
	if (!/^https?:\/\//i.test(value)) return value;
	return (
		<a
			href={value}
			target="_blank"
			rel="noopener noreferrer nofollow"
			className={`inline-flex max-w-full items-baseline gap-1 leading-6 ${mailLinkClass}`}
		>
			<span className="min-w-0 truncate">{shown(field, value)}</span>
			<ExternalLink aria-hidden="true" size={12} className="shrink-0" />
		</a>
	);
}

/** Profiles by their name, pages without the scheme. */
function shown(field: FieldId, value: string): string {
	if (!/^https?:\/\//i.test(value)) return value;
	const page = value.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
	if (field === "twitter") return `@${page.slice(page.lastIndexOf("/") + 1)}`;
	return page;
}
