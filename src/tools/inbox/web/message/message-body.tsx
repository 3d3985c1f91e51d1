import { useMemo, useState } from "react";
import { formatBytes } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { Email } from "../mail.ts";
import { costOf } from "./html/budget.ts";
import { HtmlBody } from "./html/html-body.tsx";
import { TextBody } from "./text-body.tsx";

interface MessageBodyProps {
	email: Email;
	/** Plain text was asked for. */
	asText: boolean;
	/** Fold what the message quotes. */
	fold: boolean;
}

/** What a message says: formatted when it is, and not too much to draw; as plain text otherwise. */
export function MessageBody({ email, asText, fold }: MessageBodyProps) {
	const { html } = email;
	const cost = useMemo(() => (html === null ? null : costOf(html)), [html]);
	const [showPart, setShowPart] = useState(false);
	if (html === null || cost === null || asText) return <TextBody text={email.text} fold={fold} />;
	if (cost.over === null) return <HtmlBody email={email} html={html} fold={fold} />;
	return (
		<div className="flex flex-col gap-4">
			<Notice
				tone="amber"
				action={
					<Button size="small" onClick={() => setShowPart(!showPart)}>
						{showPart ? "Show as text" : "Show the first part formatted"}
					</Button>
				}
			>
				This message holds {formatBytes(html.length)} of formatting, and {cost.over}: drawing all of it would make the
				page stand still. {showPart ? "This is its first part." : "This is its text."}
			</Notice>
			{showPart ? (
				<HtmlBody email={email} html={html.slice(0, cost.cut)} fold={false} />
			) : (
				<TextBody text={email.text} fold={fold} />
			)}
		</div>
	);
}
