import type { ReactNode } from "react";
import { SitePage } from "./site-page.tsx";
import { t } from "./text.ts";

export interface LegalSection {
	id: string;
	title: string;
	body: ReactNode;
}

interface LegalPageProps {
	title: string;
	text: string;
	/** ISO date. */
	updated: string;
	sections: readonly LegalSection[];
}

/** A long text in numbered sections, with a table of contents next to it where there is room. */
export function LegalPage({ title, text, updated, sections }: LegalPageProps) {
	const date = new Date(`${updated}T12:00:00Z`).toLocaleDateString("en", { dateStyle: "long" });
	return (
		<SitePage title={title} text={text}>
			<div className="grid gap-x-16 gap-y-8 lg:grid-cols-[200px_minmax(0,1fr)]">
				<nav aria-label={t.legal.contents} className="lg:sticky lg:top-[calc(var(--top)+24px)] lg:self-start">
					<p className="mb-2 text-13 text-ink-3">
						{t.legal.effective} <time dateTime={updated}>{date}</time>
					</p>
					<ol className="border-line max-lg:grid max-lg:grid-cols-1 max-lg:border-y max-lg:py-3 sm:max-lg:grid-cols-2 lg:border-l">
						{sections.map(({ id, title: name }) => (
							<li key={id}>
								<a
									href={`#${id}`}
									className="block rounded-1 py-1 text-14 text-ink-2 hover:text-ink hover:underline lg:pl-4"
								>
									{name}
								</a>
							</li>
						))}
					</ol>
				</nav>
				<div className="flex max-w-[680px] flex-col gap-10">
					{sections.map(({ id, title: name, body }) => (
						<section key={id} aria-labelledby={id} className="flex flex-col gap-3 text-[15px] leading-[24px]">
							<h2 id={id} className="font-display text-[24px] leading-[30px] font-medium tracking-[-0.01em]">
								{name}
							</h2>
							{body}
						</section>
					))}
				</div>
			</div>
		</SitePage>
	);
}

/** A bulleted list. */
export function Points({ children }: { children: ReactNode }) {
	return <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-3">{children}</ul>;
}

interface Fact {
	term: string;
	/** Its technical name, such as an OAuth scope. */
	code?: string;
	text: string;
}

/** Terms on the left, explanations on the right; stacked on a phone. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
	return (
		<dl className="border-b border-line">
			{rows.map(({ term, code, text }) => (
				<div key={term} className="grid gap-x-6 gap-y-0.5 border-t border-line py-3 sm:grid-cols-[200px_minmax(0,1fr)]">
					<dt className="font-semibold">
						{term}
						{code !== undefined && <span className="block font-mono text-12 font-normal text-ink-3">{code}</span>}
					</dt>
					<dd className="text-ink-2">{text}</dd>
				</div>
			))}
		</dl>
	);
}
