import { Fragment, useMemo, useState } from "react";
import { splitQuotedText } from "#shared/mail/quoted-text.ts";
import { Button } from "#web/ui/button.tsx";
import { linkify } from "./linkify.ts";

/** Each line runs in the direction of its own script. */
const words = "w-full break-words whitespace-pre-wrap [unicode-bidi:plaintext]";

/** A message's words, with what it quotes and its signature folded. */
export function TextBody({ text, fold }: { text: string; fold: boolean }) {
	const segments = useMemo(() => {
		const split = splitQuotedText(text.replace(/\n{4,}/g, "\n\n\n").trim());
		// A message that is nothing but a quote, such as a forwarded one, is shown whole.
		const hasWords = split.some((segment) => segment.kind === "fresh" && segment.text.trim() !== "");
		return hasWords && fold ? split : [{ kind: "fresh" as const, text: text.trim() }];
	}, [text, fold]);
	if (text.trim() === "") return <p className="text-14 text-ink-3">This message has no text.</p>;
	return (
		<div className="flex max-w-[76ch] flex-col items-start gap-2 text-[15px] leading-6">
			{segments.map((segment, index) => {
				// biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never change their order
				if (segment.kind === "quoted") return <Quoted key={index} text={segment.text} />;
				const quiet = segment.kind === "signature";
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never change their order
					<p key={index} className={`${words} ${quiet ? "text-14 text-ink-3" : ""}`}>
						<Linked text={segment.text.replace(/^\n+|\s+$/g, "")} />
					</p>
				);
			})}
		</div>
	);
}

function Quoted({ text }: { text: string }) {
	const [shown, setShown] = useState(false);
	return (
		<>
			<Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
				{shown ? "Hide quoted text" : "Show quoted text"}
			</Button>
			{shown && (
				<blockquote className={`${words} border-l-2 border-line pl-3 text-14 text-ink-2`}>
					<Linked text={text.replace(/^\n+|\s+$/g, "")} />
				</blockquote>
			)}
		</>
	);
}

function Linked({ text }: { text: string }) {
	return linkify(text).map((part, index) =>
		part.href === null ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
			<Fragment key={index}>{part.text}</Fragment>
		) : (
			<a
				// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
				key={index}
				href={part.href}
				target="_blank"
				rel="noopener noreferrer nofollow"
				className="text-accent underline underline-offset-2"
			>
				{part.text}
			</a>
		),
	);
}
