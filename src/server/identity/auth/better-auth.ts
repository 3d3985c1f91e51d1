import { AsyncLocalStorage } from "node:async_hooks";
import { betterAuth } from "better-auth";
import { brand } from "#shared/brand.ts";
import { authOptions, type OptionParts } from "./options.ts";

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
	const better = betterAuth(authOptions({ ...parts, onSessionsEnded: sessionsEnded, isInvited }));
	// Passkeys and authenticator apps are labeled with it, and the operator may change it while the server runs.
	void better.$context.then((context) => Object.defineProperty(context, "appName", { get: () => brand.name }));
	return { better, invited, renewed };
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;
