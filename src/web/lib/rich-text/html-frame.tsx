import { useMemo, useState } from "react";
import { MailFrame } from "#web/lib/mail-html/frame/mail-frame.tsx";
import { MailText } from "#web/lib/mail-html/mail-text.tsx";
import { type SafeHtml, safeHtml } from "#web/lib/mail-html/safe-html.ts";
import { t } from "./text.ts";

interface HtmlFrameProps {
	/** Accessible name. */
	title: string;
	html: string;
	/** The same as plain text: shown where the HTML would freeze the browser. */
	text: string;
}

/** A message's HTML as most recipients see it, on white: without remote images, and with links that lead nowhere. */
export function HtmlFrame({ title, html, text }: HtmlFrameProps) {
	const { safe, isSimplified } = useMemo(() => affordable(html), [html]);
	const [problemOf, setProblemOf] = useState<SafeHtml | null>(null);
	if (safe === null || problemOf === safe)
		return (
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
			<div tabIndex={0} className="mt-2 max-h-60 overflow-auto text-ink-2">
				<p className="text-12 text-ink-3">{t.frame.asText}</p>
				<MailText text={text} />
			</div>
		);
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
		<div tabIndex={0} className="mt-2 h-60 overflow-auto rounded-2 border border-line bg-[white]">
			{isSimplified && <p className="px-4 pt-3 text-12 text-[#5c645e]">{t.frame.simplified}</p>}
			<MailFrame safe={safe} title={title} onProblem={() => setProblemOf(safe)} onPaper />
		</div>
	);
}

function affordable(html: string): { safe: SafeHtml | null; isSimplified: boolean } {
	const safe = safeHtml(html);
	if (safe === null || safe.excess === null) return { safe, isSimplified: false };
	return { safe: safeHtml(html, "reduced"), isSimplified: true };
}
