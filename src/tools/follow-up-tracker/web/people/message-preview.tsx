import { boundedText } from "#web/lib/mail-html/plain-text.ts";
import { HtmlFrame } from "#web/lib/rich-text/html-frame.tsx";
import type { Preview } from "../../contract.ts";
import { t } from "../base/text.ts";

/** One message as a recipient sees it. */
export function MessagePreview({ preview, waitDays }: { preview: Preview; waitDays: number }) {
	return (
		<article className="rounded-3 border border-line bg-surface px-4 py-3">
			<p className="flex flex-wrap items-baseline gap-x-2 text-14">
				<span className="font-semibold break-words">{preview.subject}</span>
				{waitDays > 0 && <span className="text-12 text-ink-3">{t.review.after(waitDays)}</span>}
			</p>
			{preview.missing.length > 0 && <p className="text-13 text-red">{t.review.noValue(preview.missing.join(", "))}</p>}
			{preview.html === null ? (
				<p className="pt-2 text-14 break-words whitespace-pre-wrap text-ink-2">{boundedText(preview.text)}</p>
			) : (
				<HtmlFrame title={t.review.formatted(preview.subject)} html={preview.html} text={preview.text} />
			)}
		</article>
	);
}
