import { AsyncLocalStorage } from "node:async_hooks";
import { betterAuth } from "better-auth/minimal";
import { brand } from "#shared/brand.ts";
import { authOptions, type OptionParts } from "./options.ts";
import { withLostDatabase } from "./sessions/lost-database.ts";

/** Better Auth with our configuration, and what is known about the request that it handles. */
export function createBetterAuth(parts: Omit<OptionParts, "isInvited">) {
	const { onSessionsEnded } = parts;
	/** Set while a sign-up with a valid invitation runs. */
	const invited = new AsyncLocalStorage<true>();
	const isInvited = (): boolean => invited.getStore() === true;
	/** Set while a session is renewed; contains its user's id. */
	const renewed = new AsyncLocalStorage<Set<string>>();
	const sessionsEnded = (userId: string): void => {
		const waiting = renewed.getStore();
		if (waiting === undefined) onSessionsEnded(userId);
		else waiting.add(userId);
	};
	const options = authOptions({ ...parts, onSessionsEnded: sessionsEnded, isInvited });
	const better = betterAuth(options);
	labelWithBrand(better);
	/** The same with passkeys, whose library has 800 modules: a start would take a third of a second longer. */
	let withPasskeys: Promise<Pick<typeof better, "handler">> | undefined;
	const loadPasskeys = async (): Promise<Pick<typeof better, "handler">> => {
		const { passkeys } = await import("./factors/passkeys.ts");
		const loaded = betterAuth({ ...options, plugins: [...options.plugins, passkeys(parts.config)] });
		labelWithBrand(loaded);
		return loaded;
	};
	const handlerFor = async (request: Request): Promise<Pick<typeof better, "handler">> => {
		if (!new URL(request.url).pathname.startsWith("/api/auth/passkey/")) return better;
		withPasskeys ??= loadPasskeys();
		return withPasskeys;
	};
	/** Responds to a request under `/api/auth`. @throws DatabaseUnavailable */
	const respond = async (request: Request): Promise<Response> => {
		const { handler } = await handlerFor(request);
		return withLostDatabase(
			() => handler(request),
			({ status }) => status >= 500,
		);
	};
	return { better, respond, invited, renewed };
}

/** Passkeys and authenticator apps are labeled with it, and the operator may change it while the server runs. */
function labelWithBrand({ $context }: { $context: Promise<object> }): void {
	void $context.then((context) => Object.defineProperty(context, "appName", { get: () => brand.name }));
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;
