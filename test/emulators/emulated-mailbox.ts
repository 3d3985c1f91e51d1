import { type Clock, clock } from "./clock.ts";
import { tokensWithoutBrowser } from "./code-flow.ts";
import { clientOf, type EmulatedPerson, type EmulatedService, passOn, startEmulator } from "./emulator.ts";
import { type Dice, dice, type Faults } from "./faults.ts";
import { createGrants, type Grants } from "./grants.ts";
import { type Line, type Listener, serve } from "./serve.ts";

/** Options of either service's emulator. */
export interface EmulatorOptions {
	/** Absent: one user, Ann. */
	people?: EmulatedPerson[];
	/** Origin of the server under test; absent: http://localhost:3000. */
	origin?: string;
	faults?: Faults;
	/** Lifetime of an access token; absent: 3600. */
	tokenLifeSeconds?: number;
}

/** Service-specific parts of an emulator. */
export interface EmulatorKind {
	service: EmulatedService;
	/** Default user. */
	somebody: EmulatedPerson;
	/** Redirect path, below `/auth`. */
	callback: "gmail" | "outlook";
	/** Paths of the account chooser's form and of the token endpoint. */
	chosen: string;
	token: string;
	/** Additional form fields. */
	fields: Record<string, string>;
	usualScopes: Record<"full" | "read", string[]>;
	/** Error code of failed sign-ins. */
	signInError: string;
}

/** Shared by the two parts of an emulator. */
export interface EmulatorContext {
	/** Base URL of the sign-in emulator. */
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
	/** Whether faults apply to sign-in requests with this path. */
	mayFail(path: string): boolean;
}

export interface SignInProxy {
	/** Null: not a sign-in request. */
	answer(request: Request, url: URL): Promise<Response | null>;
	/** Number of token refreshes. */
	refreshes(): number;
}

/**
 * A local service: `@inbox-zero/emulate` for sign-in, behind a proxy of ours that stores the mail
 * (docs/decisions/0033-tests.md).
 */
export async function startEmulatedMailbox(
	kind: EmulatorKind,
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
		const target = { method: request.method, path: url.pathname };
		if (mayFail(url.pathname)) {
			await faults.begin(target);
			const fault = faults.first(["reset", "rateLimited", "serverError", "unavailable"], target);
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
		/** Both are the same server. */
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
		/** Faults injected since the last `fail`. */
		struck: faults.struck,
		/** Gets tokens without a browser. @param scopes instead of the product's usual ones */
		async token(email: string, access: "full" | "read" = "full", scopes: string[] = kind.usualScopes[access]) {
			const flow = {
				answer: async (request: Request) =>
					(await signIn.answer(request, new URL(request.url))) ?? new Response(null, { status: 404 }),
				chosen: listener.url + kind.chosen,
				token: listener.url + kind.token,
				...{ clientId, clientSecret, redirectUri: redirectUris[0] ?? "", fields: kind.fields },
			};
			const tokens = await tokensWithoutBrowser(flow, email, scopes);
			return {
				...{ accessToken: tokens.access_token, refreshToken: tokens.refresh_token, scope: tokens.scope },
				expiresAt: time.now() + lifeSeconds * 1000,
			};
		},
		/** Number of token refreshes. */
		refreshes: signIn.refreshes,
		/** Expires all access tokens of a user; refreshing works. */
		expire: grants.expire,
		/** Revokes all of a user's grants; refreshing fails. */
		revoke: grants.revokeAll,
		/** Advances the clock: tokens and subscriptions expire, quota recovers. */
		advance: time.advance,
		async close() {
			await listener.close();
			await emulator.close();
		},
	};
}
