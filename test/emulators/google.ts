import { type EmulatorOptions, startEmulatedMailbox } from "./emulated-mailbox.ts";
import { gmailApi } from "./google/api.ts";
import { createFilter } from "./google/filters.ts";
import { createGmailMailbox, type GmailFilter, type GmailMailbox } from "./google/mailbox.ts";
import { USUAL_SCOPES } from "./google/methods.ts";
import { createQuota, type GmailLimit, type GmailRequest } from "./google/quota.ts";
import { googleSignIn } from "./google/sign-in.ts";
import { dateOf, headOf } from "./messages.ts";

export interface GoogleOptions extends EmulatorOptions {
	/**
	 * Sent mail gets a Message-ID from Gmail, as happens to those that Gmail does not accept
	 * (https://github.com/gauteh/lieer/issues/198); absent: it keeps its own.
	 */
	newMessageIds?: boolean;
}

/** One message as stored at Google. */
export interface GmailSnapshot {
	id: string;
	threadId: string;
	/** Ids, sorted. */
	labels: string[];
	raw: Buffer;
	/** Epoch milliseconds. */
	receivedAt: number;
}

const KIND = {
	service: "google",
	somebody: { email: "ann@gmail.example", name: "Ann Example" },
	callback: "gmail",
	chosen: "/o/oauth2/v2/auth/callback",
	token: "/token",
	fields: { access_type: "offline", prompt: "consent" },
	usualScopes: USUAL_SCOPES,
	signInError: "internal_failure",
} as const;

export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * A local Google: `@inbox-zero/emulate` for sign-in, behind a proxy of ours that stores the mail, implements the
 * Gmail API, counts quota units and injects faults (docs/decisions/0033-tests.md).
 */
export async function startGoogle(options: GoogleOptions = {}) {
	let now = Date.now;
	const quota = createQuota(() => now());
	const mailboxes = new Map<string, GmailMailbox>();
	const watches = new Map<string, { topic: string; expiration: number }>();
	const published: { topic: string; emailAddress: string; historyId: string }[] = [];
	let pushUrl: string | null = null;

	function mailboxOf(email: string): GmailMailbox {
		const known = mailboxes.get(email);
		if (known) return known;
		const made = createGmailMailbox(
			email,
			() => now(),
			() => publish(email),
		);
		mailboxes.set(email, made);
		return made;
	}

	/** Notifies the Pub/Sub subscriber (https://developers.google.com/workspace/gmail/api/guides/push). */
	function publish(email: string): void {
		const watch = watches.get(email);
		if (!watch || watch.expiration < now()) return;
		const notice = { emailAddress: email, historyId: String(mailboxOf(email).historyId()) };
		published.push({ topic: watch.topic, ...notice });
		if (pushUrl === null) return;
		const data = Buffer.from(JSON.stringify(notice)).toString("base64");
		const messageId = String(published.length);
		const body = { message: { data, messageId, publishTime: new Date(now()).toISOString() }, subscription: "s" };
		const headers = { "content-type": "application/json" };
		// If the subscriber is down, it is notified of the next change.
		void fetch(pushUrl, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {});
	}

	const emulator = await startEmulatedMailbox(KIND, options, (emulation) => {
		const { time, grants, faults, people } = emulation;
		now = time.now;
		const api = gmailApi({
			...{ time, grants, dice: faults, quota, mailboxOf, newMessageIds: options.newMessageIds ?? false },
			deliver(raw, recipients) {
				for (const email of recipients) if (people.some((user) => user.email === email)) mailboxOf(email).deliver(raw);
			},
			watch: (email, watch) => void (watch ? watches.set(email, watch) : watches.delete(email)),
		});
		return {
			signIn: googleSignIn(emulation),
			api,
			isApi: (path) => /^(\/upload)?\/gmail\/|^\/batch\/gmail\/v1$/.test(path),
			// Faults apply to API clients, not to browsers.
			mayFail: (path) => !/^\/(o|picture)\//.test(path),
		};
	});

	return {
		...emulator,
		/**
		 * Adds a message, byte for byte.
		 * @param given labels by id or name, absent: it arrives as new mail; receivedAt (epoch milliseconds), absent: its
		 * Date
		 * @returns its id
		 */
		addMessage(
			email: string,
			raw: Uint8Array | string,
			given: { labels?: string[]; receivedAt?: number } = {},
		): string {
			const mailbox = mailboxOf(email);
			const bytes = Buffer.from(raw);
			const internalDate = given.receivedAt ?? dateOf(headOf(bytes)) ?? now();
			if (given.labels === undefined) return mailbox.deliver(bytes, internalDate).id;
			const labels = given.labels.map((name) => mailbox.labelNamed(name));
			return mailbox.add(bytes, { labels, internalDate }).id;
		},
		/** Deletes a message permanently, as another client. */
		remove: (email: string, id: string) => mailboxOf(email).remove(mailboxOf(email).find(id)),
		/** Changes labels, as another client. @param change labels by id or name */
		modify(email: string, id: string, change: { add?: string[]; remove?: string[] }) {
			const mailbox = mailboxOf(email);
			const ids = (names: string[] = []) => names.map((name) => mailbox.labelNamed(name));
			mailbox.change(mailbox.find(id), ids(change.add), ids(change.remove));
		},
		/** All of a user's messages, newest first, to compare a synced mailbox with. */
		messages: (email: string): GmailSnapshot[] =>
			mailboxOf(email)
				.newestFirst()
				.map(({ id, threadId, labels, raw, internalDate }) => ({
					...{ id, threadId, raw, receivedAt: internalDate },
					labels: [...labels].sort(),
				})),
		/** Adds a filter, as another client. @param action labels by id */
		addFilter: (email: string, filter: Pick<GmailFilter, "criteria" | "action">) =>
			createFilter(mailboxOf(email), { ...filter }).id,
		deleteFilter: (email: string, id: string) => mailboxOf(email).filters.delete(id),
		filters: (email: string): GmailFilter[] => [...mailboxOf(email).filters.values()],
		/** The user's labels, by id and name. */
		labels: (email: string) => [...mailboxOf(email).labels.values()],
		/** Requests to the Gmail API, including those in batches. */
		requests: quota.requests as readonly GmailRequest[],
		unitsIn: quota.unitsIn,
		/** Sets the quota per minute. */
		limit: (limit: GmailLimit) => quota.setLimit(limit),
		/** Drops the history up to now: older historyIds get 404. */
		forgetHistory: (email: string) => mailboxOf(email).forgetHistory(),
		/** Notifications published, and the push URL. */
		published,
		pushTo(url: string | null) {
			pushUrl = url;
		},
	};
}
