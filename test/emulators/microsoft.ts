import { type EmulatorOptions, startEmulatedMailbox } from "./emulated-mailbox.ts";
import { dateOf, headOf } from "./messages.ts";
import { graphApi } from "./microsoft/api.ts";
import type { WellKnown } from "./microsoft/folders.ts";
import { createOutlookMailbox, type OutlookMailbox, type OutlookState } from "./microsoft/mailbox.ts";
import { USUAL_SCOPES } from "./microsoft/methods.ts";
import { checkRule, type MessageRule } from "./microsoft/rules.ts";
import { microsoftSignIn } from "./microsoft/sign-in.ts";
import { createSubscriptions } from "./microsoft/subscriptions.ts";
import { createThrottle, type GraphLimit, type GraphRequest } from "./microsoft/throttle.ts";

export interface MicrosoftOptions extends EmulatorOptions {
	/** Names of the well-known folders in the user's language. */
	folderNames?: Partial<Record<WellKnown, string>>;
	/** Duration of each request; it counts as running that long. */
	latencyMs?: number;
}

/** One message as stored at Microsoft. */
export interface OutlookSnapshot extends OutlookState {
	/** Changes when it is moved. */
	id: string;
	immutableId: string;
	folderId: string;
	/** Path with `/` between levels. */
	folder: string;
	raw: Buffer;
	/** Epoch milliseconds, whole seconds. */
	receivedAt: number;
}

const KIND = {
	service: "microsoft",
	somebody: { email: "ann@outlook.example", name: "Ann Example" },
	callback: "outlook",
	chosen: "/oauth2/v2.0/authorize/callback",
	token: "/common/oauth2/v2.0/token",
	fields: {},
	usualScopes: USUAL_SCOPES,
	signInError: "temporarily_unavailable",
} as const;

export type Microsoft = Awaited<ReturnType<typeof startMicrosoft>>;

/**
 * A local Microsoft: `@inbox-zero/emulate` for sign-in, behind a proxy of ours that stores the mail, implements Graph
 * with its throttling, and injects faults (docs/decisions/0033-tests.md).
 */
export async function startMicrosoft(options: MicrosoftOptions = {}) {
	let now = Date.now;
	const throttle = createThrottle(() => now());
	const subscriptions = createSubscriptions(() => now());
	const mailboxes = new Map<string, OutlookMailbox>();
	let released = Promise.resolve();

	function mailboxOf(email: string): OutlookMailbox {
		const known = mailboxes.get(email);
		if (known) return known;
		const made = createOutlookMailbox(
			email,
			() => now(),
			(change) => subscriptions.notify(email, change, made.folders.all.get(change.folderId)?.wellKnown ?? null),
			options.folderNames,
		);
		mailboxes.set(email, made);
		return made;
	}

	const emulator = await startEmulatedMailbox(KIND, options, (emulation) => {
		const { time, grants, faults, people, own } = emulation;
		now = time.now;
		const api = graphApi({
			...{ time, grants, dice: faults, throttle, people, mailboxOf, subscriptions, own },
			latencyMs: options.latencyMs ?? 0,
			released: () => released,
			deliver(raw, recipients) {
				for (const email of recipients) if (people.some((user) => user.email === email)) mailboxOf(email).deliver(raw);
			},
		});
		return {
			signIn: microsoftSignIn(emulation),
			api,
			isApi: (path) => path.startsWith("/v1.0/"),
			mayFail: (path) => path.endsWith("/token"),
		};
	});

	return {
		...emulator,
		/**
		 * Adds a message, byte for byte.
		 * @param given folder: its path or well-known name, absent: it arrives as new mail; receivedAt (epoch
		 * milliseconds), absent: its Date
		 * @returns its immutable id
		 */
		addMessage(
			email: string,
			raw: Uint8Array | string,
			given: Partial<OutlookState> & { folder?: string; receivedAt?: number } = {},
		): string {
			const mailbox = mailboxOf(email);
			const bytes = Buffer.from(raw);
			const { folder, receivedAt = dateOf(headOf(bytes)) ?? now(), ...state } = given;
			if (folder === undefined && Object.keys(state).length === 0)
				return mailbox.deliver(bytes, receivedAt).immutableId;
			const emulation = mailbox.folders.at(folder ?? "inbox");
			return mailbox.add(bytes, { ...state, folder: emulation, receivedAt }).immutableId;
		},
		/** Deletes a message permanently, as another client. @param id of either kind */
		remove: (email: string, id: string) => mailboxOf(email).remove(mailboxOf(email).find(id)),
		/** Changes a message, as another client. */
		modify: (email: string, id: string, change: Partial<OutlookState>) =>
			mailboxOf(email).change(mailboxOf(email).find(id), change),
		/** Moves a message, as another client. @param folder its path or well-known name */
		move: (email: string, id: string, folder: string) =>
			mailboxOf(email).move(mailboxOf(email).find(id), mailboxOf(email).folders.at(folder)),
		/** All messages in visible folders, newest first, to compare a synced mailbox with. */
		messages(email: string): OutlookSnapshot[] {
			const { folders, messages } = mailboxOf(email);
			const shown = new Set(folders.visible().map(({ id }) => id));
			return [...messages.values()]
				.filter(({ folderId }) => shown.has(folderId))
				.sort((a, b) => b.receivedAt - a.receivedAt || (a.immutableId < b.immutableId ? 1 : -1))
				.map(({ id, immutableId, folderId, raw, receivedAt, ...state }) => ({
					...{ id, immutableId, folderId, folder: folders.pathOf(folderId), raw, receivedAt },
					...{ isRead: state.isRead, flag: state.flag, importance: state.importance, categories: state.categories },
					...{ isDraft: state.isDraft, lastVerb: state.lastVerb },
				}));
		},
		/** Creates a folder, as another client. @param path with `/` between levels */
		addFolder(email: string, path: string): string {
			const mailbox = mailboxOf(email);
			const folder = mailbox.folders.at(path);
			mailbox.folderChanged(folder);
			return folder.id;
		},
		/** Renames a folder, as another client. */
		renameFolder(email: string, folder: string, name: string): void {
			const mailbox = mailboxOf(email);
			const found = mailbox.folders.at(folder);
			found.name = name;
			mailbox.folderChanged(found);
		},
		/** Deletes a folder with its contents, as another client. */
		removeFolder: (email: string, folder: string) => mailboxOf(email).removeFolder(mailboxOf(email).folders.at(folder)),
		/** Adds a rule before all others, as another client. */
		addRule(email: string, rule: Pick<MessageRule, "displayName" | "conditions" | "actions">): string {
			const { rules, folders, newId } = mailboxOf(email);
			for (const one of rules.values()) one.sequence++;
			const made = { id: newId("AQAAAJ"), sequence: 1, isEnabled: true, exceptions: {}, ...rule };
			rules.set(made.id, checkRule(made, rules.values(), folders));
			return made.id;
		},
		changeRule: (email: string, id: string, change: Partial<MessageRule>) =>
			void Object.assign(mailboxOf(email).rules.get(id) ?? {}, change),
		deleteRule: (email: string, id: string) => mailboxOf(email).rules.delete(id),
		/** Rules in order. */
		rules: (email: string): MessageRule[] =>
			[...mailboxOf(email).rules.values()].sort((a, b) => a.sequence - b.sequence),
		/** All of a user's folders, including hidden ones. */
		folders: (email: string) => mailboxOf(email).folders.visible(),
		/** Requests to Graph, including those in batches. */
		requests: throttle.requests as readonly GraphRequest[],
		requestsIn: throttle.requestsIn,
		peakConcurrency: throttle.peakConcurrency,
		/** From now on requests that got a slot keep it, unanswered. @returns answers them */
		hold(): () => void {
			const { promise, resolve } = Promise.withResolvers<void>();
			released = promise;
			return resolve;
		},
		/** Sets the throttling limits; absent: Graph's. */
		limit: (limit: GraphLimit) => throttle.setLimit(limit),
		/** Drops the change log up to now: older links get 410. */
		forgetChanges: (email: string) => mailboxOf(email).forgetChanges(),
		/** Notifications sent. */
		notices: subscriptions.sent,
	};
}
