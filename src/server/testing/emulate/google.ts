import { clock } from "./clock.ts";
import { tokensWithoutBrowser } from "./code-flow.ts";
import { clientOf, type EmulatedPerson, passOn, startEmulator } from "./emulator.ts";
import { dice, type Faults } from "./faults.ts";
import { gmailApi } from "./google/api.ts";
import { createGmailMailbox, type GmailMailbox } from "./google/mailbox.ts";
import { USUAL_SCOPES } from "./google/methods.ts";
import { createQuota, type GmailLimit, type GmailRequest } from "./google/quota.ts";
import { googleSignIn } from "./google/sign-in.ts";
import { createGrants } from "./grants.ts";
import { dateOf, headOf } from "./letters.ts";
import { type Listener, serve } from "./serving.ts";

export interface GoogleOptions {
	/** Absent: ann@gmail.example. */
	people?: EmulatedPerson[];
	/** Of the server that sends people there; absent: http://localhost:3000. */
	origin?: string;
	faults?: Faults;
	/** Of an access token; absent: 3600. */
	tokenLifeSeconds?: number;
	/**
	 * What is sent gets a Message-ID of Gmail's, as happens to those that Gmail does not like
	 * (https://github.com/gauteh/lieer/issues/198); absent: it keeps its own.
	 */
	newMessageIds?: boolean;
}

/** One message as it stands at Google. */
export interface GmailTruth {
	id: string;
	threadId: string;
	/** Ids, sorted. */
	labels: string[];
	raw: Buffer;
	/** Epoch milliseconds. */
	receivedAt: number;
}

export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * Google on this machine: `@inbox-zero/emulate` for signing in, and in front of it a proxy of ours that holds the mail,
 * answers as the Gmail API does, counts quota units and injects faults (docs/decisions/0028).
 */
export async function startGoogle(options: GoogleOptions = {}) {
	const people = [...(options.people ?? [{ email: "ann@gmail.example", name: "Ann Example" }])];
	const origin = options.origin ?? "http://localhost:3000";
	const redirectUris = ["/auth/gmail/callback", "/auth/callback", "/auth"].map((path) => origin + path);
	const emulator = await startEmulator("google", people, redirectUris);
	const { clientId, clientSecret } = clientOf("google");
	const time = clock();
	const lifeSeconds = options.tokenLifeSeconds ?? 3600;
	const grants = createGrants(time, lifeSeconds);
	const faults = dice();
	faults.fail(options.faults ?? null);
	const quota = createQuota(time.now);
	const mailboxes = new Map<string, GmailMailbox>();
	const watches = new Map<string, { topic: string; expiration: number }>();
	const published: { topic: string; emailAddress: string; historyId: string }[] = [];
	let pushUrl: string | null = null;
	let listener: Listener = { url: "", close: async () => {} };

	function mailboxOf(email: string): GmailMailbox {
		const known = mailboxes.get(email);
		if (known) return known;
		const made = createGmailMailbox(email, time.now, () => publish(email));
		mailboxes.set(email, made);
		return made;
	}

	/** Tells Pub/Sub's subscriber (https://developers.google.com/workspace/gmail/api/guides/push). */
	function publish(email: string): void {
		const watch = watches.get(email);
		if (!watch || watch.expiration < time.now()) return;
		const notice = { emailAddress: email, historyId: String(mailboxOf(email).historyId()) };
		published.push({ topic: watch.topic, ...notice });
		if (pushUrl === null) return;
		const data = Buffer.from(JSON.stringify(notice)).toString("base64");
		const messageId = String(published.length);
		const body = { message: { data, messageId, publishTime: new Date(time.now()).toISOString() }, subscription: "s" };
		const headers = { "content-type": "application/json" };
		// A subscriber that is away is told with the next change.
		void fetch(pushUrl, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {});
	}

	const signIn = googleSignIn({ target: emulator.url, own: () => listener.url, people, grants, lifeSeconds });
	const api = gmailApi({
		time,
		grants,
		dice: faults,
		quota,
		mailboxOf,
		newMessageIds: options.newMessageIds ?? false,
		deliver(raw, recipients) {
			for (const email of recipients)
				if (people.some((person) => person.email === email)) mailboxOf(email).deliver(raw);
		},
		watch: (email, watch) => void (watch ? watches.set(email, watch) : watches.delete(email)),
	});
	const isApi = (path: string) => /^(\/upload)?\/gmail\/|^\/batch\/gmail\/v1$/.test(path);
	listener = await serve(async (request, line) => {
		const url = new URL(request.url);
		if (isApi(url.pathname)) return api(request, line);
		const asked = { method: request.method, path: url.pathname };
		const isForBrowsers = /^\/(o|picture)\//.test(url.pathname);
		if (!isForBrowsers) {
			await faults.dawdle(asked);
			const fault = faults.first(["reset", "rateLimited", "serverError", "unavailable"], asked);
			if (fault === "reset") return line.cut();
			if (fault !== null) {
				const status = { rateLimited: 429, serverError: 500, unavailable: 503 }[fault];
				return Response.json({ error: "internal_failure" }, { status, headers: faults.retryAfter() });
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
			GOOGLE_CLIENT_ID: clientId,
			GOOGLE_CLIENT_SECRET: clientSecret,
			GOOGLE_SIGN_IN_URL: listener.url,
			GOOGLE_API_URL: listener.url,
		},
		/**
		 * Puts a message in, byte for byte.
		 * @param given labels by id or name, absent: it arrives as new mail; receivedAt (epoch milliseconds), absent: its Date
		 * @returns its id
		 */
		addMessage(
			email: string,
			raw: Uint8Array | string,
			given: { labels?: string[]; receivedAt?: number } = {},
		): string {
			const mailbox = mailboxOf(email);
			const bytes = Buffer.from(raw);
			const internalDate = given.receivedAt ?? dateOf(headOf(bytes)) ?? time.now();
			if (given.labels === undefined) return mailbox.deliver(bytes, internalDate).id;
			const labels = given.labels.map((name) => mailbox.labelNamed(name));
			return mailbox.add(bytes, { labels, internalDate }).id;
		},
		/** Deleted for good, elsewhere. */
		remove: (email: string, id: string) => mailboxOf(email).remove(mailboxOf(email).find(id)),
		/** Labelled elsewhere. @param change labels by id or name */
		modify(email: string, id: string, change: { add?: string[]; remove?: string[] }) {
			const mailbox = mailboxOf(email);
			const ids = (names: string[] = []) => names.map((name) => mailbox.labelNamed(name));
			mailbox.change(mailbox.find(id), ids(change.add), ids(change.remove));
		},
		/** Everything that this person has, newest first: the truth to compare a mailbox with. */
		messages: (email: string): GmailTruth[] =>
			mailboxOf(email)
				.newestFirst()
				.map(({ id, threadId, labels, raw, internalDate }) => ({
					...{ id, threadId, raw, receivedAt: internalDate },
					labels: [...labels].sort(),
				})),
		/** Of the person, by id and name. */
		labels: (email: string) => [...mailboxOf(email).labels.values()],
		/** What was asked of the Gmail API, inner requests of batches too. */
		requests: quota.requests as readonly GmailRequest[],
		unitsIn: quota.unitsIn,
		/** What may be spent in a minute from now on. */
		limit: (limit: GmailLimit) => quota.setLimit(limit),
		fail: faults.fail,
		/** How many faults struck since the last `fail`. */
		struck: faults.struck,
		/** Changes up to now cannot be told any more: older historyIds are answered with 404. */
		forgetHistory: (email: string) => mailboxOf(email).forgetHistory(),
		/** Tokens without the browser. @param scopes instead of those the product asks for */
		async token(email: string, access: "full" | "read" = "full", scopes: string[] = USUAL_SCOPES[access]) {
			const flow = {
				answer: async (request: Request) =>
					(await signIn.answer(request, new URL(request.url))) ?? new Response(null, { status: 404 }),
				chosen: `${listener.url}/o/oauth2/v2/auth/callback`,
				token: `${listener.url}/token`,
				...{ clientId, clientSecret, redirectUri: redirectUris[0] ?? "" },
				fields: { access_type: "offline", prompt: "consent" },
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
		/** The person takes everything back at Google; nothing helps. */
		revoke: grants.revokeAll,
		/** So many seconds pass: tokens run out, quota comes back. */
		advance: time.advance,
		/** What Pub/Sub was told, and where it passes that on to. */
		published,
		pushTo(url: string | null) {
			pushUrl = url;
		},
		async close() {
			await listener.close();
			await emulator.close();
		},
	};
}
