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
	/** Of the well-known folders, in the person's language. */
	folderNames?: Partial<Record<WellKnown, string>>;
	/** How long each request takes; it counts as running that long. */
	latencyMs?: number;
}

/** One message as it stands at Microsoft. */
export interface OutlookTruth extends OutlookState {
	/** Until it is moved. */
	id: string;
	immutableId: string;
	folderId: string;
	/** With `/` between levels. */
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
 * Microsoft on this machine: `@inbox-zero/emulate` for signing in, and in front of it a proxy of ours that holds the
 * mail, answers as Graph does, bears as much as Graph does and injects faults (docs/decisions/0028).
 */
export async function startMicrosoft(options: MicrosoftOptions = {}) {
	let now = Date.now;
	const throttle = createThrottle(() => now());
	const subscriptions = createSubscriptions(() => now());
	const mailboxes = new Map<string, OutlookMailbox>();

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
			deliver(raw, recipients) {
				for (const email of recipients)
					if (people.some((person) => person.email === email)) mailboxOf(email).deliver(raw);
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
		 * Puts a message in, byte for byte.
		 * @param given folder: its path or well-known name, absent: it arrives as new mail; receivedAt (epoch milliseconds),
		 * absent: its Date
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
		/** Deleted for good, elsewhere. @param id of either kind */
		remove: (email: string, id: string) => mailboxOf(email).remove(mailboxOf(email).find(id)),
		/** Marked elsewhere. */
		modify: (email: string, id: string, change: Partial<OutlookState>) =>
			mailboxOf(email).change(mailboxOf(email).find(id), change),
		/** Moved elsewhere. @param folder its path or well-known name */
		move: (email: string, id: string, folder: string) =>
			mailboxOf(email).move(mailboxOf(email).find(id), mailboxOf(email).folders.at(folder)),
		/** Everything in folders that a person sees, newest first: the truth to compare a mailbox with. */
		messages(email: string): OutlookTruth[] {
			const { folders, messages } = mailboxOf(email);
			const shown = new Set(folders.visible().map(({ id }) => id));
			return [...messages.values()]
				.filter(({ folderId }) => shown.has(folderId))
				.sort((a, b) => b.receivedAt - a.receivedAt || (a.immutableId < b.immutableId ? 1 : -1))
				.map(({ id, immutableId, folderId, isRead, flag, importance, categories, isDraft, raw, receivedAt }) => ({
					...{ id, immutableId, folderId, folder: folders.pathOf(folderId), raw, receivedAt },
					...{ isRead, flag, importance, categories, isDraft },
				}));
		},
		/** Makes a folder elsewhere. @param path with `/` between levels */
		addFolder(email: string, path: string): string {
			const mailbox = mailboxOf(email);
			const folder = mailbox.folders.at(path);
			mailbox.folderChanged(folder);
			return folder.id;
		},
		/** Renames a folder elsewhere. */
		renameFolder(email: string, folder: string, name: string): void {
			const mailbox = mailboxOf(email);
			const found = mailbox.folders.at(folder);
			found.name = name;
			mailbox.folderChanged(found);
		},
		/** Deletes a folder elsewhere, with what is in it. */
		removeFolder: (email: string, folder: string) => mailboxOf(email).removeFolder(mailboxOf(email).folders.at(folder)),
		/** A rule that the person makes elsewhere, before all others. */
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
		/** In their order. */
		rules: (email: string): MessageRule[] =>
			[...mailboxOf(email).rules.values()].sort((a, b) => a.sequence - b.sequence),
		/** All that a person has, hidden ones too. */
		folders: (email: string) => mailboxOf(email).folders.visible(),
		/** What was asked of Graph, inner requests of batches too. */
		requests: throttle.requests as readonly GraphRequest[],
		requestsIn: throttle.requestsIn,
		mostAtOnce: throttle.mostAtOnce,
		/** What a mailbox bears from now on; absent: what Graph says. */
		limit: (limit: GraphLimit) => throttle.setLimit(limit),
		/** Changes up to now cannot be told any more: older links are answered with 410. */
		forgetChanges: (email: string) => mailboxOf(email).forgetChanges(),
		/** What subscribers were told. */
		notices: subscriptions.sent,
	};
}
