import { setTimeout as delay } from "node:timers/promises";
import { Hono } from "hono";
import type { Clock } from "../clock.ts";
import type { EmulatedPerson } from "../emulator.ts";
import { cutShort, type Dice } from "../faults.ts";
import { bearerOf, type Grants } from "../grants.ts";
import type { Line } from "../serve.ts";
import { attaching, receiveRange } from "./attachments.ts";
import { answerBatch, headersOf } from "./batch.ts";
import { type Call, type Handler, Reply } from "./call.ts";
import { accessDenied, badRequest, GraphError, throttled, unauthorized } from "./errors.ts";
import type { OutlookMailbox } from "./mailbox.ts";
import { METHODS, type MethodName } from "./methods.ts";
import { changing } from "./modify.ts";
import { reading } from "./read.ts";
import { sending } from "./send.ts";
import { type Subscriptions, subscribing } from "./subscriptions.ts";
import type { Throttle } from "./throttle.ts";

export interface GraphEmulation {
	time: Clock;
	grants: Grants;
	dice: Dice;
	throttle: Throttle;
	people: EmulatedPerson[];
	own(): string;
	mailboxOf(email: string): OutlookMailbox;
	deliver(raw: Buffer, recipients: string[]): void;
	subscriptions: Subscriptions;
	/** Duration of each request. */
	latencyMs: number;
	/** Resolves when requests that got a slot may be answered. */
	released(): Promise<void>;
}

const HANDLERS: Partial<Record<MethodName, Handler>> = {
	...reading,
	...changing,
	...attaching,
	...sending,
	...subscribing,
};

/** Microsoft Graph 1.0, with fault injection. */
export function graphApi(emulation: GraphEmulation): (request: Request, line: Line) => Promise<Response> {
	const app = new Hono();
	for (const { name, verb, path, scopes } of METHODS) {
		app.on(verb, `/v1.0${path}`, async (context) => {
			const request = context.req.raw;
			const url = new URL(request.url);
			const target = { method: request.method, path: url.pathname };
			const grant = emulation.grants.behindAccess(bearerOf(request));
			const email = grant?.email ?? "";
			let release = () => {};
			let status = 200;
			try {
				if (grant === null) throw unauthorized();
				if (!grant.scopes.some((scope) => scopes.includes(scope.replace(/^https:\/\/[^/]+\//, ""))))
					throw accessDenied();
				release = emulation.throttle.enter(email);
				await (emulation.latencyMs > 0 ? delay(emulation.latencyMs) : new Promise(setImmediate));
				await emulation.released();
				const error = injectedError(emulation, target);
				if (error) throw error;
				const result = await HANDLERS[name]?.(await callOf(emulation, request, url, email, context.req.param()));
				const nothing = new Response(null, { status: 204 });
				const reply =
					result instanceof Reply ? result.response : result === undefined ? nothing : Response.json(result);
				status = reply.status;
				return reply;
			} catch (error) {
				if (!(error instanceof GraphError)) throw error;
				status = error.status;
				return error.response();
			} finally {
				release();
				emulation.throttle.requests.push({
					...{
						at: emulation.time.now(),
						email,
						method: name,
						path: decodeURIComponent(url.pathname + url.search),
						status,
					},
				});
			}
		});
	}
	app.notFound((context) => badRequest(`Resource not found for the segment '${context.req.path}'.`).response());

	async function batch(request: Request): Promise<Response> {
		try {
			if (!emulation.grants.behindAccess(bearerOf(request))) throw unauthorized();
			const payload: unknown = await request.json().catch(() => null);
			return await answerBatch(
				payload,
				async (step, body) => {
					const headers = new Headers(headersOf(step));
					headers.set("authorization", request.headers.get("authorization") ?? "");
					const path = usualPath(`/v1.0/${step.url.replace(/^\//, "")}`);
					return app.request(path, { method: step.method, headers, body });
				},
				emulation.dice.shuffle,
			);
		} catch (error) {
			if (error instanceof GraphError) return error.response();
			throw error;
		}
	}

	return async (request, line) => {
		const url = new URL(request.url);
		const target = { method: request.method, path: url.pathname };
		await emulation.dice.begin(target);
		if (emulation.dice.strikes("reset", target)) return line.cut();
		if (emulation.dice.strikes("expired", target)) return unauthorized().response();
		const isBatch = url.pathname === "/v1.0/$batch";
		// For the batch as a whole; inner requests get their own faults.
		const outer = isBatch ? injectedError(emulation, target) : null;
		if (outer) return outer.response();
		const address = url.origin + usualPath(url.pathname + url.search);
		const reply = url.pathname.startsWith("/v1.0/uploads/")
			? await receiveRange(request)
			: isBatch
				? await batch(request)
				: await app.fetch(address === url.href ? request : new Request(address, request));
		if (emulation.dice.strikes("lost", target)) return line.cut();
		const isRead = request.method === "GET" || isBatch;
		return isRead && emulation.dice.strikes("truncated", target) ? cutShort(reply) : reply;
	};
}

/** Normalizes the spellings that Graph accepts: `mailFolders('id')` and `mailfolders/id`, `delta()` and `delta`. */
function usualPath(path: string): string {
	const [before = "", query] = path.split(/\?(.*)/s);
	const usual = before
		.replace(/\/(mailFolders|messages)\('([^']+)'\)/gi, "/$1/$2")
		.replace(/\/mailfolders(?=\/|$)/i, "/mailFolders")
		.replace(/\/(?:microsoft\.graph\.)?delta(\(\))?$/, "/delta");
	return query === undefined ? usual : `${usual}?${query}`;
}

function injectedError({ dice }: GraphEmulation, target: { method: string; path: string }): GraphError | null {
	const fault = dice.first(["rateLimited", "serverError", "unavailable"], target);
	if (fault === "rateLimited") return throttled("Application is over its RequestRate limit.", dice.retryAfter());
	if (fault === "serverError") return new GraphError(500, "InternalServerError", "An internal server error occurred.");
	if (fault === "unavailable")
		return new GraphError(503, "serviceNotAvailable", "The service is unavailable.", dice.retryAfter());
	return null;
}

async function callOf(
	emulation: GraphEmulation,
	request: Request,
	url: URL,
	email: string,
	params: Record<string, string>,
): Promise<Call> {
	const index = emulation.people.findIndex((user) => user.email === email);
	const text = await request.text();
	const type = request.headers.get("content-type") ?? "";
	let body: Call["body"] = null;
	if (/json/i.test(type) && text !== "") {
		try {
			body = JSON.parse(text) as Record<string, unknown>;
		} catch {
			throw badRequest("Unable to read JSON request payload.");
		}
	}
	return {
		mailbox: emulation.mailboxOf(email),
		params,
		query: url.searchParams,
		prefer: request.headers.get("prefer") ?? "",
		body,
		text: body === null ? text : "",
		method: request.method,
		path: url.pathname,
		base: `${emulation.own()}/v1.0`,
		now: emulation.time.now,
		dice: emulation.dice,
		user: {
			id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
			name: emulation.people[index]?.name ?? "",
			email,
		},
		deliver: emulation.deliver,
		subscriptions: emulation.subscriptions,
	};
}
