import { urlOf } from "#shared/client.ts";
import { emailsContract } from "#shared/contracts/emails.ts?routes";

/** URL of an attachment's bytes. @param inline for preview rather than download */
export function attachmentUrl(emailId: string, index: number, inline = false): string {
	return urlOf(emailsContract.getAttachment, {
		params: { id: emailId, index },
		query: inline ? { inline: true } : {},
	});
}
