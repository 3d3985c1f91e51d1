import { type Clock, clock } from "./clock.ts";
import { tokensWithoutBrowser } from "./code-flow.ts";
import { clientOf, type EmulatedPerson, type EmulatedService, passOn, startEmulator } from "./emulator.ts";
import { type Dice, dice, type Faults } from "./faults.ts";
import { createGrants, type Grants } from "./grants.ts";
import { type Line, type Listener, serve } from "./serve.ts";

/** What a double of either service may be told. */
export interface EmulatorOptions {
	/** Absent: one person, Ann. */
	people?: EmulatedPerson[];
	/** Of the server that sends people there; absent: http://localhost:3000. */
	origin?: string;
	faults?: Faults;
	/** Of an access token; absent: 3600. */
	tokenLifeSeconds?: number;
}

/** A service as its double has it. */
export interface DoubleKind {
	service: EmulatedService;
	/** Who is there when nobody else is named. */
	somebody: EmulatedPerson;
	/** Where people are sent back to, below `/auth`. */
	callback: "gmail" | "outlook";
	/** Paths: where the form of the page of accounts goes, and where codes are exchanged. */
	chosen: string;
	token: string;
	/** More that the form says. */
	fields: Record<string, string>;
	usualScopes: Record<"full" | "read", string[]>;
	/** What an error at signing in is called. */
	signInError: string;
}

/** What both halves of a double share. */
export interface EmulatorContext {
	/** The emulator. */
	target: string;
	own(): string;
	people: EmulatedPerson[];
	time: Clock;
	grants: Grants;
	faults: Dice;
	lifeSeconds: number;
}

export interface EmulatorParts {
	signIn: SignInProxy;
	api(request: Request, line: Line): Promise<Response>;
	isApi(path: string): boolean;
	/** Whether faults strike at signing in, at this path. */
	mayFail(path: string): boolean;
}

export interface SignInProxy {
	/** Null: not a matter of signing in. */
	answer(request: Request, url: URL): Promise<Response | null>;
	/** How often somebody refreshed. */
	refreshes(): number;
}

/**
 * A service on this machine: `@inbox-zero/emulate` for signing in, and in front of it a proxy of ours that holds the mail
 * (docs/decisions/0028).
 */
export async function startEmulatedMailbox(
	kind: DoubleKind,
	options: EmulatorOptions,
	halvesOf: (emulation: EmulatorContext) => EmulatorParts,
) {
	const people = [...(options.people ?? [kind.somebody])];
	const origin = options.origin ?? "http://localhost:3000";
	const redirectUris = [`/auth/${kind.callback}/callback`, "/auth/callback", "/auth"].map((path) => origin + path);
	const emulator = await startEmulator(kind.service, people, redirectUris);
	const { clientId, clientSecret } = clientOf(kind.service);
	const time = clock();
	const lifeSeconds = options.tokenLifeSeconds ?? 3600;
	const grants = createGrants(time, lifeSeconds);
	const faults = dice();
	faults.fail(options.faults ?? null);
	let listener: Listener = { url: "", close: async () => {} };
	const own = () => listener.url;
	const { signIn, api, isApi, mayFail } = halvesOf({
		...{ target: emulator.url, own, people, time, grants, faults, lifeSeconds },
	});
	listener = await serve(async (request, line) => {
		const url = new URL(request.url);
		if (isApi(url.pathname)) return api(request, line);
		const asked = { method: request.method, path: url.pathname };
		if (mayFail(url.pathname)) {
			await faults.dawdle(asked);
			const fault = faults.first(["reset", "rateLimited", "serverError", "unavailable"], asked);
			if (fault === "reset") return line.cut();
			if (fault !== null) {
				const status = { rateLimited: 429, serverError: 500, unavailable: 503 }[fault];
				return Response.json({ error: kind.signInError }, { status, headers: faults.retryAfter() });
			}
		}
		return (await signIn.answer(request, url)) ?? passOn(request, url, emulator.url);
	});

	const name = kind.service.toUpperCase();
	return {
		/** Both are one server. */
		apiUrl: listener.url,
		signInUrl: listener.url,
		clientId,
		clientSecret,
		people,
		/** For readConfig. */
		env: {
			[`${name}_CLIENT_ID`]: clientId,
			[`${name}_CLIENT_SECRET`]: clientSecret,
			[`${name}_SIGN_IN_URL`]: listener.url,
			[`${name}_API_URL`]: listener.url,
		},
		fail: faults.fail,
		/** How many faults struck since the last `fail`. */
		struck: faults.struck,
		/** Tokens without the browser. @param scopes instead of those the product asks for */
		async token(email: string, access: "full" | "read" = "full", scopes: string[] = kind.usualScopes[access]) {
			const flow = {
				answer: async (request: Request) =>
					(await signIn.answer(request, new URL(request.url))) ?? new Response(null, { status: 404 }),
				chosen: listener.url + kind.chosen,
				token: listener.url + kind.token,
				...{ clientId, clientSecret, redirectUri: redirectUris[0] ?? "", fields: kind.fields },
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
		/** The person takes everything back there; nothing helps. */
		revoke: grants.revokeAll,
		/** So many seconds pass: tokens and subscriptions run out, quota comes back. */
		advance: time.advance,
		async close() {
			await listener.close();
			await emulator.close();
		},
	};
}
