import { urlOf } from "#shared/client.ts";
import { emailsContract } from "#shared/contracts/emails.ts?routes";

/** Where an attachment's bytes are. @param inline to be looked at rather than saved */
export function attachmentUrl(emailId: string, index: number, inline = false): string {
	return urlOf(emailsContract.getAttachment, {
		params: { id: emailId, index },
		query: inline ? { inline: true } : {},
	});
}
