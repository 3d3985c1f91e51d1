import type { Contract, KeyScope, Parsed, Reply, RouteSpec } from "#shared/contract.ts";

/** The authenticated caller. `ownerId` leads every query. */
export interface Caller {
	ownerId: string;
	email: string;
	name: string;
	isOperator: boolean;
	/** Null when authenticated with an API key. */
	session: { id: string; fresh: boolean } | null;
	/** The API key's scopes; null for a session, which has the user's full access. */
	scopes: readonly KeyScope[] | null;
	/** The API key's name, which for an AI client is the name that it gave itself; null for a session. */
	keyName: string | null;
	/** The session's browser and system, a guess for display: "Firefox on Linux"; null for an API key. */
	device: string | null;
}

/** Who changes something, and where. */
export type Requester = Pick<Caller, "ownerId" | "device">;

export type HandlerInput<R extends RouteSpec> = Parsed<R> & {
	/** Set unless the route is public. */
	caller: R["access"] extends "public" ? Caller | null : Caller;
	/** The request itself: headers, and the body's stream where the route takes `bytes`. */
	request: Request;
	/** The client's IP address, for rate limits. */
	remoteAddress: string;
	/** Adds a Set-Cookie header to the response. */
	setCookie(cookie: string): void;
	/** Aborted when the client disconnects. */
	signal: AbortSignal;
};

export type Handler<R extends RouteSpec> = (input: HandlerInput<R>) => Promise<Reply<R>> | Reply<R>;

export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

/** A contract with its handlers; `mount` turns a list of these into the server's routes. */
export interface Implementation {
	contract: Contract;
	handlers: Record<string, Handler<RouteSpec>>;
}

/** Binds handlers to their contract: the types of each route's input and response are checked here. */
export function implement<const C extends Contract>(contract: C, handlers: Handlers<C>): Implementation {
	return { contract, handlers: handlers as unknown as Record<string, Handler<RouteSpec>> };
}
