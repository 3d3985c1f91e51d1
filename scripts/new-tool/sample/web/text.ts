import { tool } from "../tool.ts";

/** Screen texts. */
export const t = {
	digests: {
		title: tool.title,
		description: "How much email each mailbox received. Digests are sent every morning.",
		list: "Digests",
		mailbox: "Mailbox",
		emails: "Emails",
		sentAt: "Sent",
		disconnectedMailbox: "Disconnected mailbox",
		sendNow: "Send now",
		sent: "Digests sent",
		couldntSend: "Couldn't send the digests",
		couldntLoad: "Couldn't load the digests",
		noneYet: "No digests yet",
		noneYetDescription: "The first one is sent when a mailbox has received email.",
	},
};
