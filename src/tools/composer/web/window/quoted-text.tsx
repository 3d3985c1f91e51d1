import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { MailText } from "#web/lib/mail-html/mail-text.tsx";
import { HtmlFrame } from "#web/lib/rich-text/html-frame.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { Quote } from "../../contract.ts";
import { t } from "../base/text.ts";

interface QuotedTextProps {
	quote: Quote;
	/** Moves it into the text. */
	onEdit: () => void;
	onRemove: () => void;
}

/** The message that is answered or forwarded, folded below the text. */
export function QuotedText({ quote, onEdit, onRemove }: QuotedTextProps) {
	const [isShown, setIsShown] = useState(false);
	return (
		<div className="px-4 pb-3">
			<div className="flex flex-wrap items-center gap-2">
				<button
					type="button"
					aria-expanded={isShown}
					aria-label={isShown ? t.quote.hide : t.quote.show}
					onClick={() => setIsShown(!isShown)}
					className="flex h-5 items-center rounded-full bg-sunken px-2 text-ink-2 hover:text-ink max-sm:h-8 max-sm:px-4"
				>
					<Ellipsis aria-hidden="true" size={16} />
				</button>
				{isShown && (
					<>
						<Button variant="ghost" size="small" onClick={onEdit}>
							{t.quote.edit}
						</Button>
						<Button variant="ghost" size="small" onClick={onRemove}>
							{t.quote.remove}
						</Button>
					</>
				)}
			</div>
			{isShown &&
				(quote.html === null ? (
					<div className="mt-2 max-h-60 overflow-auto text-ink-2">
						<MailText text={quote.text} />
					</div>
				) : (
					<HtmlFrame title={t.quote.title} html={quote.html} text={quote.text} />
				))}
		</div>
	);
}
