import { Download } from "lucide-react";
import { DownloadLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Email } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
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
					{t.message.downloadOriginal}
				</DownloadLink>
			}
		>
			{sentence}
		</Notice>
	);
}

function sentenceOf({ problem, truncated, html }: Email): string | null {
	if (problem !== null) return t.message.tooComplex;
	// When HTML is shown, gaps in the plain text do not matter.
	const isBodyCut = truncated.includes("html") || (html === null && truncated.includes("text"));
	if (isBodyCut) return t.message.tooLong;
	return truncated.includes("attachments") ? t.message.moreAttachments : null;
}
