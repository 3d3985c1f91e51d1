import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { flagFields } from "#shared/mail/flags.ts";
import type { EmailItem } from "../../base/mail.ts";
import { EmailCard } from "./email-card.tsx";

const nothing = () => {};
const actions = {
	toggle: nothing,
	read: nothing,
	star: nothing,
	archive: nothing,
	remove: nothing,
	summarize: nothing,
	suggestReplies: nothing,
};

/** The text of a message's card. */
function textOf(more: Partial<EmailItem>): string {
	const item: EmailItem = {
		id: "1",
		accountId: "a",
		threadId: "1",
		folder: "sent",
		folderId: "Sent",
		subject: "Plans",
		senderName: "Me",
		senderEmail: "me@example.com",
		recipient: "Ann",
		recipientCount: 1,
		receivedAt: "2026-11-20T12:00:00.000Z",
		preview: "",
		isHeaderOnly: false,
		...flagFields({ read: true }),
		hasAttachments: false,
		sizeBytes: 1,
		labels: [],
		category: null,
		aiSummaryShort: null,
		...more,
	};
	const card = (
		<EmailCard
			item={item}
			own={new Set()}
			mark={undefined}
			selected={false}
			open={false}
			active={false}
			selecting={false}
			account={undefined}
			folder={undefined}
			actions={actions}
		/>
	);
	return renderToStaticMarkup(card).replace(/<[^>]*>/g, " ");
}

it("names the recipients of the user's own messages, and the sender of all others", () => {
	expect(textOf({})).toMatch(/^\s*To: Ann\s+/);
	expect(textOf({ folder: "drafts", recipientCount: 3 })).toContain("To: Ann and 2 more");
	expect(textOf({ folder: "drafts", recipient: "", recipientCount: 0 })).toContain("No recipient");
	expect(textOf({ folder: "archive" })).toMatch(/^\s*Me\s+/);
	expect(textOf({ folder: "inbox", senderName: "", senderEmail: "" })).toContain("Unknown sender");
});
