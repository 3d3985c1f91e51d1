import { Download } from "lucide-react";
import { DownloadLink } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { Email } from "../mail.ts";
import { rawUrl } from "./original-dialog.tsx";

/** Notice that a message is incomplete, with a link to the original. Renders nothing for complete messages. */
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
	// When HTML is shown, gaps in the plain text do not matter.
	const isBodyCut = truncated.includes("html") || (html === null && truncated.includes("text"));
	if (isBodyCut) return "This message is too long to display in full.";
	return truncated.includes("attachments") ? "This message has more attachments than are listed." : null;
}
