import { Fragment, useMemo, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { t } from "./base/text.ts";
import { limitMarks, softBreaks, textPieces } from "./plain-text.ts";

/** Text of other people as it is, such as a file or a quote: in pieces, and with breaks where there are none for very long. */
export function MailText({ text }: { text: string }) {
	const pieces = useMemo(() => textPieces(limitMarks(text)), [text]);
	const [shown, setShown] = useState(1);
	return (
		<>
			{pieces.slice(0, shown).map((piece, index) => (
				<pre
					// biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
					key={index}
					className="font-mono text-12 break-words whitespace-pre-wrap"
				>
					<SoftText text={piece} />
				</pre>
			))}
			{shown < pieces.length && (
				<Button size="small" onClick={() => setShown(shown * 2)}>
					{t.text.showMore}
				</Button>
			)}
		</>
	);
}

/** Text in which very long words may break. */
export function SoftText({ text }: { text: string }) {
	const [first = "", ...others] = softBreaks(text);
	return (
		<>
			{first}
			{others.map((part, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
				<Fragment key={index}>
					<wbr />
					{part}
				</Fragment>
			))}
		</>
	);
}
