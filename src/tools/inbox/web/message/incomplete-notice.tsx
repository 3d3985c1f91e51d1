import { Download } from "lucide-react";
import { DownloadLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { Email } from "../mail.ts";
import { rawUrl } from "./original-dialog.tsx";

/** Says that a message is not shown whole, and offers the original. Nothing where it is. */
export function IncompleteNotice({ email }: { email: Email }) {
	const sentence = sentenceOf(email);
	if (sentence === null) return null;
	return (
		<Notice
			tone="amber"
			action={
				<DownloadLink icon={Download} size="small" href={rawUrl(email.id)} download>
					Download original
				</DownloadLink>
			}
		>
			{sentence}
		</Notice>
	);
}

function sentenceOf({ problem, truncated, html }: Email): string | null {
	if (problem !== null) return "This message is too complex to display. You can see its first lines below.";
	// With HTML the plain text is not what is shown.
	const isBodyCut = truncated.includes("html") || (html === null && truncated.includes("text"));
	if (isBodyCut) return "This message is too long to display in full.";
	return truncated.includes("attachments") ? "This message has more attachments than are listed." : null;
}
