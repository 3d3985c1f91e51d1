import { clock } from "./clock.ts";
import { tokensWithoutBrowser } from "./code-flow.ts";
import { clientOf, type EmulatedPerson, passOn, startEmulator } from "./emulator.ts";
import { dice, type Faults } from "./faults.ts";
import { createGrants } from "./grants.ts";
import { dateOf, headOf } from "./letters.ts";
import { graphApi } from "./microsoft/api.ts";
import type { WellKnown } from "./microsoft/folders.ts";
import { createOutlookMailbox, type OutlookMailbox, type OutlookState } from "./microsoft/mailbox.ts";
import { USUAL_SCOPES } from "./microsoft/methods.ts";
import { microsoftSignIn } from "./microsoft/sign-in.ts";
import { createSubscriptions } from "./microsoft/subscriptions.ts";
import { createThrottle, type GraphLimit, type GraphRequest } from "./microsoft/throttle.ts";
import { type Listener, serve } from "./serving.ts";

export interface MicrosoftOptions {
	/** Absent: ann@outlook.example. */
	people?: EmulatedPerson[];
	/** Of the server that sends people there; absent: http://localhost:3000. */
	origin?: string;
	faults?: Faults;
	/** Of an access token; absent: 3600. */
	tokenLifeSeconds?: number;
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

export type Microsoft = Awaited<ReturnType<typeof startMicrosoft>>;

/**
 * Microsoft on this machine: `@inbox-zero/emulate` for signing in, and in front of it a proxy of ours that holds the
 * mail, answers as Graph does, bears as much as Graph does and injects faults (docs/decisions/0028).
 */
export async function startMicrosoft(options: MicrosoftOptions = {}) {
	const people = [...(options.people ?? [{ email: "ann@outlook.example", name: "Ann Example" }])];
	const origin = options.origin ?? "http://localhost:3000";
	const redirectUris = ["/auth/outlook/callback", "/auth/callback", "/auth"].map((path) => origin + path);
	const emulator = await startEmulator("microsoft", people, redirectUris);
	const { clientId, clientSecret } = clientOf("microsoft");
	const time = clock();
	const lifeSeconds = options.tokenLifeSeconds ?? 3600;
	const grants = createGrants(time, lifeSeconds);
	const faults = dice();
	faults.fail(options.faults ?? null);
	const throttle = createThrottle(time.now);
	const subscriptions = createSubscriptions(time.now);
	const mailboxes = new Map<string, OutlookMailbox>();
	let listener: Listener = { url: "", close: async () => {} };

	function mailboxOf(email: string): OutlookMailbox {
		const known = mailboxes.get(email);
		if (known) return known;
		const made = createOutlookMailbox(
			email,
			time.now,
			(change) => subscriptions.notify(email, change, made.folders.all.get(change.folderId)?.wellKnown ?? null),
			options.folderNames,
		);
		mailboxes.set(email, made);
		return made;
	}

	const signIn = microsoftSignIn({ target: emulator.url, own: () => listener.url, people, grants, lifeSeconds });
	const api = graphApi({
		...{ time, grants, dice: faults, throttle, people, mailboxOf, subscriptions },
		own: () => listener.url,
		latencyMs: options.latencyMs ?? 0,
		deliver(raw, recipients) {
			for (const email of recipients)
				if (people.some((person) => person.email === email)) mailboxOf(email).deliver(raw);
		},
	});
	listener = await serve(async (request, line) => {
		const url = new URL(request.url);
		if (url.pathname.startsWith("/v1.0/")) return api(request, line);
		const asked = { method: request.method, path: url.pathname };
		if (url.pathname.endsWith("/token")) {
			await faults.dawdle(asked);
			const fault = faults.first(["reset", "rateLimited", "serverError", "unavailable"], asked);
			if (fault === "reset") return line.cut();
			if (fault !== null) {
				const status = { rateLimited: 429, serverError: 500, unavailable: 503 }[fault];
				return Response.json({ error: "temporarily_unavailable" }, { status, headers: faults.retryAfter() });
			}
		}
		return (await signIn.answer(request, url)) ?? passOn(request, url, emulator.url);
	});

	return {
		/** Both are one server. */
		apiUrl: listener.url,
		signInUrl: listener.url,
		clientId,
		clientSecret,
		people,
		/** For readConfig. */
		env: {
			MICROSOFT_CLIENT_ID: clientId,
			MICROSOFT_CLIENT_SECRET: clientSecret,
			MICROSOFT_SIGN_IN_URL: listener.url,
			MICROSOFT_API_URL: listener.url,
		},
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
			const { folder, receivedAt = dateOf(headOf(bytes)) ?? time.now(), ...state } = given;
			if (folder === undefined && Object.keys(state).length === 0)
				return mailbox.deliver(bytes, receivedAt).immutableId;
			const place = mailbox.folders.at(folder ?? "inbox");
			return mailbox.add(bytes, { ...state, folder: place, receivedAt }).immutableId;
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
		/** All that a person has, hidden ones too. */
		folders: (email: string) => mailboxOf(email).folders.visible(),
		/** What was asked of Graph, inner requests of batches too. */
		requests: throttle.requests as readonly GraphRequest[],
		requestsIn: throttle.requestsIn,
		mostAtOnce: throttle.mostAtOnce,
		/** What a mailbox bears from now on; absent: what Graph says. */
		limit: (limit: GraphLimit) => throttle.setLimit(limit),
		fail: faults.fail,
		/** How many faults struck since the last `fail`. */
		struck: faults.struck,
		/** Changes up to now cannot be told any more: older links are answered with 410. */
		forgetChanges: (email: string) => mailboxOf(email).forgetChanges(),
		/** Tokens without the browser. @param scopes instead of those the product asks for */
		async token(email: string, access: "full" | "read" = "full", scopes: string[] = USUAL_SCOPES[access]) {
			const flow = {
				answer: async (request: Request) =>
					(await signIn.answer(request, new URL(request.url))) ?? new Response(null, { status: 404 }),
				chosen: `${listener.url}/oauth2/v2.0/authorize/callback`,
				token: `${listener.url}/common/oauth2/v2.0/token`,
				...{ clientId, clientSecret, redirectUri: redirectUris[0] ?? "", fields: {} },
			};
			const said = await tokensWithoutBrowser(flow, email, scopes);
			return {
				...{ accessToken: said.access_token, refreshToken: said.refresh_token, scope: said.scope },
				expiresAt: time.now() + lifeSeconds * 1000,
			};
		},
		/** How often somebody refreshed a token. */
		refreshes: signIn.refreshes,
		/** All access tokens of this person have run out; refreshing helps. */
		expire: grants.expire,
		/** The person takes everything back at Microsoft; nothing helps. */
		revoke: grants.revokeAll,
		/** So many seconds pass: tokens and subscriptions run out, requests are allowed again. */
		advance: time.advance,
		/** What subscribers were told. */
		notices: subscriptions.sent,
		async close() {
			await listener.close();
			await emulator.close();
		},
	};
}
