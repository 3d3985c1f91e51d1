import type { Contract, Parsed, Reply, RouteSpec } from "#shared/contract.ts";
import type { KeyScope } from "#shared/contracts/sign-in.ts";

/** Who asks. `ownerId` leads every query. */
export interface Caller {
	ownerId: string;
	email: string;
	name: string;
	isOperator: boolean;
	/** Null: an API key asks. */
	session: { id: string; fresh: boolean } | null;
	/** What the API key may do; null: a session asks, which may do all that its person may. */
	scopes: readonly KeyScope[] | null;
}

export type HandlerInput<R extends RouteSpec> = Parsed<R> & {
	/** Set unless the route is public. */
	caller: R["access"] extends "public" ? Caller | null : Caller;
	/** The request itself: headers, and the body's stream where the route takes `bytes`. */
	request: Request;
	/** The address the request came from, for rate limits. */
	remoteAddress: string;
	/** Aborted when the caller hangs up. */
	signal: AbortSignal;
};

export type Handler<R extends RouteSpec> = (input: HandlerInput<R>) => Promise<Reply<R>> | Reply<R>;

export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> };

/** A contract with what answers it; `mount` turns a list of these into the server's routes. */
export interface Implementation {
	contract: Contract;
	handlers: Record<string, Handler<RouteSpec>>;
}

/** Ties handlers to their contract: the types of each route's input and reply are checked here. */
export function implement<const C extends Contract>(contract: C, handlers: Handlers<C>): Implementation {
	return { contract, handlers: handlers as unknown as Record<string, Handler<RouteSpec>> };
}
