/** Made-up emails for the gallery. */
export interface SampleMail {
	id: string;
	subject: string;
	senderName: string;
	senderEmail: string;
	receivedAt: string;
	preview: string;
	isRead: boolean;
	hasAttachments: boolean;
	sizeBytes: number;
}

const senders = ["Mina Kowal", "Sami Haddad", "Inês Duarte", "Bethan Rowe", "Jonas Weld", "Claire Vasseur"];
const subjects = [
	"Minutes of the planning meeting",
	"Your order has shipped",
	"Re: Venue for the spring market, and who brings the long tables this time",
	"Invoice 2026-114",
	"",
];

/** @param count number of emails, newest first */
export function sampleMail(count: number): SampleMail[] {
	const newest = Date.parse("2026-11-20T16:40:00Z");
	return Array.from({ length: count }, (_, index) => {
		const senderName = senders[index % senders.length] ?? "";
		return {
			id: `mail-${index}`,
			subject: subjects[index % subjects.length] ?? "",
			senderName,
			senderEmail: `${senderName.split(" ")[0]?.toLowerCase()}@vale.example`,
			receivedAt: new Date(newest - index * 5_400_000).toISOString(),
			preview: "Thank you all for coming. The trees along the north wall need two more volunteers before the frost.",
			isRead: index % 3 !== 0,
			hasAttachments: index % 4 === 1,
			sizeBytes: 12_000 + ((index * 7919) % 900_000),
		};
	});
}
