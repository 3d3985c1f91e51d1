import { type Google, startGoogle } from "#test/emulators/google.ts";
import { consentJourney } from "./consent-journeys.ts";

const find = (google: Google, email: string, subject: string) =>
	google.messages(email).find(({ raw }) => raw.toString("latin1").includes(`\r\nSubject: ${subject}\r\n`));

const found = (google: Google, email: string, subject: string) => {
	const message = find(google, email, subject);
	if (message === undefined) throw new Error(`${email} has no message "${subject}"`);
	return message;
};

consentJourney({
	kind: "gmail",
	name: "Gmail",
	option: "Gmail",
	provider: "Google",
	ann: "ann@gmail.example",
	bob: "bob@gmail.example",
	asksToDelete: true,
	async start(origin, people) {
		const google = await startGoogle({ origin, people });
		const { env, fail, revoke, expire, close } = google;
		return {
			...{ env, fail, revoke, expire, close },
			deliver: (email, raw, receivedAt) => google.addMessage(email, raw, { labels: ["INBOX"], receivedAt }),
			isStarred: (email, subject) => found(google, email, subject).labels.includes("STARRED"),
			folderOf(email, subject) {
				const { labels } = found(google, email, subject);
				return labels.includes("TRASH") ? "trash" : labels.includes("INBOX") ? "inbox" : "archive";
			},
			has: (email, subject) => find(google, email, subject) !== undefined,
			star: (email, subject) => google.modify(email, found(google, email, subject).id, { add: ["STARRED"] }),
		};
	},
});
