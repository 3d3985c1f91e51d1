import { EMAIL_LIMITS, type Email } from "#shared/contracts/emails.ts";

/** Cuts a message's lists to the reply limit, and records which were cut. Text and HTML are already limited. */
export function fitReply(email: Email): Email {
	const truncated = new Set(email.truncated);
	// The database does not store all of them either.
	if (email.to.length + email.cc.length + email.bcc.length < email.recipientCount) truncated.add("recipients");
	const recipients = budget(EMAIL_LIMITS.recipients, () => truncated.add("recipients"));
	const files = budget(EMAIL_LIMITS.attachments, () => truncated.add("attachments"));
	const links = budget(EMAIL_LIMITS.unsubscribe, () => truncated.add("unsubscribe"));
	const { listUnsubscribe: offer } = email;
	return {
		...email,
		to: recipients(email.to),
		cc: recipients(email.cc),
		bcc: recipients(email.bcc),
		replyTo: recipients(email.replyTo),
		attachments: files(email.attachments),
		listUnsubscribe: offer && {
			...offer,
			urls: links(offer.urls),
			mailtos: links(offer.mailtos),
			links: links(offer.links),
		},
		truncated: [...truncated],
	};
}

/** @returns a function that cuts a list to what is left of `maxBytes` of JSON, shared by all lists */
function budget(maxBytes: number, onCut: () => void): <T>(list: T[]) => T[] {
	let remainingBytes = maxBytes;
	return (list) => {
		for (const [index, item] of list.entries()) {
			remainingBytes -= Buffer.byteLength(JSON.stringify(item)) + 1;
			if (remainingBytes >= 0) continue;
			remainingBytes = 0;
			onCut();
			return list.slice(0, index);
		}
		return list;
	};
}
