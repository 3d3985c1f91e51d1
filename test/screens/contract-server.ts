import { join } from "node:path";
import { serve } from "@hono/node-server";
import { readConfig } from "#server/config.ts";
import { AppError, notFound } from "#server/errors.ts";
import { createApp } from "#server/http/app.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { createLogger } from "#server/log.ts";
import type { Caller, HandlerInput, Implementation } from "#server/platform/http/implement.ts";
import type { Contract, RouteSpec } from "#shared/contract.ts";
import { allContracts } from "./contracts.ts";
import { type Amount, sampleOf } from "./sample.ts";

/** The build that `npm test` makes before it. */
const WEB = join(import.meta.dirname, "../../dist/web");

const USER = { id: "0190f5a0-0000-7000-8000-0000000000aa", email: "robin@example.org", name: "Robin Vale" };
const caller: Caller = {
	ownerId: USER.id,
	email: USER.email,
	name: USER.name,
	isOperator: true,
	session: { id: "0190f5a0-0000-7000-8000-0000000000bb", fresh: true },
	scopes: null,
	keyName: null,
	device: "Chrome on Linux",
};

/** What the frame of every page asks for. */
const frame = new Set([
	...["streamEvents", "getSettings", "listAccounts", "listProviders", "listJobs", "listFolders"],
	...["countDomainChanges", "listReminders", "getOutbox"],
]);

/** The product's HTTP app, whose routes answer samples of their schemas: what they answer is checked by their contract. */
export interface ContractServer {
	url: string;
	/** How much is in the samples; "least" at first. */
	amount: Amount;
	/** Replaces the samples, except of what every page asks for: refuses, or never answers. */
	instead: (() => never | Promise<never>) | null;
	/** Changes the samples of some routes, by operation id. */
	answers: Record<string, (sample: unknown, input: HandlerInput<RouteSpec>) => unknown>;
	/** Nobody is signed in, until somebody signs in on the page: with a second factor if `needsCode`. */
	signedOut: boolean;
	needsCode: boolean;
	/** Who is signed in, or signs in next. */
	user: { id: string; email: string; name: string };
	/** Back to the samples. */
	reset(): void;
	/** Operation ids of the calls that `instead` answered, oldest first. */
	replaced: string[];
	/** What was asked against the contract or could not be answered since the last call. */
	complaints(): string[];
	close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startContractServer(): Promise<ContractServer> {
	const complaints: string[] = [];
	const config = readConfig({ DATA_DIR: "/nonexistent" });
	const log = createLogger(
		{ logLevel: "warn" },
		{ write: (line) => void complaints.push((JSON.parse(line) as { err?: { message: string } }).err?.message ?? line) },
	);
	const state: ContractServer = {
		url: "",
		amount: "least",
		instead: null,
		answers: {},
		signedOut: false,
		needsCode: false,
		user: USER,
		reset() {
			Object.assign(state, {
				amount: "least",
				instead: null,
				answers: {},
				signedOut: false,
				needsCode: false,
				user: USER,
			});
			state.replaced.splice(0);
		},
		replaced: [],
		complaints: () => complaints.splice(0),
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
	const implementations = (await allContracts()).map((contract) => implementation(contract, state));
	const app = createApp(context(config, log, state), implementations, { webRoot: WEB });
	const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
	await new Promise((resolve) => server.once("listening", resolve));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port");
	state.url = `http://127.0.0.1:${address.port}`;
	return state;
}

function implementation(contract: Contract, state: ContractServer): Implementation {
	const handlers = Object.entries(contract).map(([id, spec]) => [
		id,
		(input: HandlerInput<RouteSpec>) => {
			const change = state.answers[id];
			if (change !== undefined) return change(sampleReply(spec, state.amount), input);
			if (state.instead === null || frame.has(id)) return sampleReply(spec, state.amount);
			state.replaced.push(id);
			return state.instead();
		},
	]);
	return { contract, handlers: Object.fromEntries(handlers) };
}

function sampleReply(spec: RouteSpec, amount: Amount): unknown {
	if (spec.raw === "text/event-stream") return openStream();
	if (spec.stream !== undefined) return (async function* () {})();
	if (spec.raw !== undefined) throw notFound("The file");
	return spec.reply === undefined ? undefined : sampleOf(spec.reply, amount);
}

/** An event stream without events. */
function openStream(): Response {
	return new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } });
}

/** What the HTTP app needs of a server besides its routes: nothing is counted, nothing has been stored. */
function context(config: Context["config"], log: Context["log"], state: ContractServer): Context {
	const at = new Date().toISOString();
	const session = {
		id: caller.session?.id,
		createdAt: at,
		expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
	};
	return {
		config,
		log,
		disk: { state: "ok" },
		metrics: { request: () => undefined },
		auth: {
			authenticate: async () => ({
				caller: state.signedOut ? null : { ...caller, ...state.user, ownerId: state.user.id },
				cookies: [],
			}),
			async handle(request: Request) {
				const path = new URL(request.url).pathname.replace("/api/auth/", "");
				const user = { ...state.user, emailVerified: true, twoFactorEnabled: false, createdAt: at };
				if (path === "passkey/list-user-passkeys") return Response.json([]);
				if (path === "get-session") return Response.json(state.signedOut ? null : { session, user });
				if (path === "sign-in/email" && state.needsCode) return Response.json({ twoFactorRedirect: true });
				if (path === "sign-out") {
					state.signedOut = true;
					return Response.json({ success: true });
				}
				if (path !== "sign-in/email" && path !== "two-factor/verify-totp")
					throw new AppError(501, "not-answered", "No test answers this.");
				state.signedOut = false;
				return Response.json({ user });
			},
		},
	} as unknown as Context;
}
