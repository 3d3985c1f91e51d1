/** A report that a message failed (RFC 3464), as the sender gets it: head lines and body. */
export function deliveryReport(
	mail: { to: string; messageId: string },
	{ status, words }: { status: string; words: string },
): { head: string[]; body: string } {
	return {
		head: [
			"From: MAILER-DAEMON@mx.example.net",
			"Subject: Undelivered Mail Returned to Sender",
			'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
		],
		body: [
			"--b\r\n\r\nThis is a report.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n",
			`Final-Recipient: rfc822; ${mail.to}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} ${words}\r\n`,
			`--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${mail.messageId}>\r\n--b--`,
		].join("\r\n"),
	};
}
