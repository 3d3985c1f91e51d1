import { type Microsoft, startMicrosoft } from "#test/emulators/microsoft.ts";
import { consentJourney } from "./consent-journeys.ts";

const find = (microsoft: Microsoft, email: string, subject: string) =>
	microsoft.messages(email).find(({ raw }) => raw.toString("latin1").includes(`\r\nSubject: ${subject}\r\n`));

const found = (microsoft: Microsoft, email: string, subject: string) => {
	const message = find(microsoft, email, subject);
	if (message === undefined) throw new Error(`${email} has no message "${subject}"`);
	return message;
};

consentJourney({
	kind: "outlook",
	name: "Outlook",
	option: "Microsoft Outlook / Office 365",
	provider: "Microsoft",
	ann: "ann@outlook.example",
	bob: "bob@outlook.example",
	asksToDelete: false,
	async start(origin, people) {
		const microsoft = await startMicrosoft({ origin, people });
		const { env, fail, revoke, expire, close } = microsoft;
		const folderNames: Record<string, string> = { "Deleted Items": "trash", Inbox: "inbox", Archive: "archive" };
		return {
			...{ env, fail, revoke, expire, close },
			deliver: (email, raw, receivedAt) =>
				microsoft.addMessage(email, raw, { folder: "inbox", ...(receivedAt !== undefined && { receivedAt }) }),
			isStarred: (email, subject) => found(microsoft, email, subject).flag === "flagged",
			folderOf(email, subject) {
				const { folder } = found(microsoft, email, subject);
				return folderNames[folder] ?? folder;
			},
			has: (email, subject) => find(microsoft, email, subject) !== undefined,
			star: (email, subject) => microsoft.modify(email, found(microsoft, email, subject).id, { flag: "flagged" }),
		};
	},
});
