/**
 * A draft with a message attached whole (message/rfc822, RFC 2046 §5.2.1).
 * @param message.id the draft's Message-ID is derived from it, so that a duplicate can be recognized
 */
export async function draftOf(message: {
	from: string | null;
	to: string;
	subject: string;
	raw: Uint8Array;
	id: string;
}): Promise<Buffer> {
	const host = message.from?.split("@").at(-1) ?? "localhost";
	// Imported lazily to keep startup fast.
	const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
	const composer = new MailComposer({
		// Objects, so that an address cannot be parsed as several.
		...(message.from !== null && { from: { name: "", address: message.from } }),
		to: { name: "", address: message.to },
		disableFileAccess: true,
		disableUrlAccess: true,
		subject: `Fwd: ${message.subject}`,
		messageId: `<forward.${message.id}@${host}>`,
		text: "The message is attached.",
		attachments: [
			{
				filename: "message.eml",
				content: Buffer.from(message.raw.buffer, message.raw.byteOffset, message.raw.byteLength),
				contentType: "message/rfc822",
				contentDisposition: "attachment",
			},
		],
	});
	return composer.compile().build();
}
