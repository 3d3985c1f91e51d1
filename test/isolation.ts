import type { TestServer, TestUser } from "./server.ts";

/** What a tool adds to the test of all routes (`src/server/http/isolation.test.ts`): a user's things, and how to call for them. */
export interface IsolationFixture {
	/**
	 * Makes what the tool's routes address.
	 * @returns ids by the path segments between `/api/v1/` and `{id}`, such as `filters` or `smart-archive/sweeps`
	 */
	prepare(owner: IsolationOwner): Promise<Record<string, string>>;
	/** Input that a route needs besides its path, by route, so that only the id can be wrong. */
	inputs?: Record<string, RouteInput>;
	/** Error codes that the owner gets, by route, where the fixture has nothing of the kind. */
	refusals?: Record<string, string>;
}

export interface IsolationOwner {
	server: TestServer;
	person: TestUser;
	/** An imported mailbox with one message, from ada@example.org. */
	account: string;
	email: string;
}

export interface RouteInput {
	query?: Record<string, string>;
	headers?: Record<string, string>;
	json?: object;
}
