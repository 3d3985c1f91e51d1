import { memo, type ReactNode, useMemo, useState } from "react";
import { SoftText } from "#web/lib/mail-html/mail-text.tsx";
import { limitMarks, textPieces } from "#web/lib/mail-html/plain-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { t } from "../../base/reader-text.ts";
import { MarkedText } from "../marks/marked-text.tsx";
import { linkify } from "./linkify.ts";
import { isLongSignature, shownSegments } from "./shown-segments.ts";
import { TextLink } from "./text-link.tsx";

/** Each line has the direction of its own script. */
const words = "w-full break-words whitespace-pre-wrap [unicode-bidi:plaintext]";

interface TextBodyProps {
	text: string;
	/** Display name, or the address if there is none: a signature without a delimiter is found by it. */
	senderName: string;
	/** Fold quoted text. */
	fold: boolean;
}

/** A message's text in chunks: the first at once, more on request. */
export function TextBody(props: TextBodyProps) {
	return (
		<MarkedText>
			<TextPieces {...props} />
		</MarkedText>
	);
}

function TextPieces({ text, senderName, fold }: TextBodyProps) {
	const limited = useMemo(() => limitMarks(text), [text]);
	const pieces = useMemo(() => textPieces(limited.replace(/\n{4,}/g, "\n\n\n").trim()), [limited]);
	const [shown, setShown] = useState(1);
	if (limited.trim() === "") return <p className="text-14 text-ink-3">{t.message.messageNoText}</p>;
	const rest = pieces.slice(shown).reduce((sum, piece) => sum + piece.length, 0);
	return (
		// Clipped, so that stacked accents cannot be drawn over what is above the message.
		<div className="flex max-w-[76ch] flex-col items-start gap-2 overflow-clip text-[15px] leading-6 [overflow-clip-margin:4px]">
			{pieces.slice(0, shown).map((piece, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
				<TextPiece key={index} text={piece} senderName={index === pieces.length - 1 ? senderName : ""} fold={fold} />
			))}
			{rest > 0 && (
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-2">
					<Button size="small" onClick={() => setShown(shown * 2)}>
						{t.message.showMore}
					</Button>
					<span className="text-12 text-ink-3">{t.message.moreCharacters(rest)}</span>
				</div>
			)}
			{limited.length < text.length && (
				<p className="pt-2 text-12 text-ink-3">{t.message.accentsHidden(text.length - limited.length)}</p>
			)}
		</div>
	);
}

/** One chunk of a message's text, with quotes and a long signature folded. */
const TextPiece = memo(function TextPiece({ text, senderName, fold }: TextBodyProps) {
	const segments = useMemo(() => shownSegments(text, senderName, fold), [text, senderName, fold]);
	return segments.map((segment, index) => {
		const shown = trimLines(segment.text);
		if (segment.kind === "quoted")
			return (
				// biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never change their order
				<Folded key={index} labels={{ show: t.message.showQuotedText, hide: t.message.hideQuotedText }}>
					<blockquote className={`${words} border-l-2 border-line pl-3 text-14 text-ink-2`}>
						<Linked text={shown} />
					</blockquote>
				</Folded>
			);
		if (isLongSignature(segment))
			return (
				// biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never change their order
				<Folded key={index} labels={{ show: t.message.showSignature, hide: t.message.hideSignature }}>
					<p className={`${words} text-14 text-ink-3`}>
						<Linked text={shown} />
					</p>
				</Folded>
			);
		return (
			// biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never change their order
			<p key={index} className={`${words} ${segment.kind === "signature" ? "text-14 text-ink-3" : ""}`}>
				<Linked text={shown} />
			</p>
		);
	});
});

/** Without leading empty lines and trailing white space. */
function trimLines(text: string): string {
	return text.replace(/^\n+/, "").trimEnd();
}

/** Content that a button shows and hides. */
function Folded({ labels, children }: { labels: { show: string; hide: string }; children: ReactNode }) {
	const [shown, setShown] = useState(false);
	return (
		<>
			<Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
				{shown ? labels.hide : labels.show}
			</Button>
			{shown && children}
		</>
	);
}

function Linked({ text }: { text: string }) {
	const parts = useMemo(() => linkify(text), [text]);
	return parts.map((part, index) =>
		part.href === null ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
			<SoftText key={index} text={part.text} />
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
			<TextLink key={index} href={part.href} text={part.text} />
		),
	);
}
