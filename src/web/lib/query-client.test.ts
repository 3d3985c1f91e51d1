import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "./api.ts";
import { createQueryClient } from "./query-client.ts";

let client: QueryClient;
let signedOut: number;
/** Codes of the errors that the server answers with, one after the other; then it answers "done". */
let answers: { status: number; code: string }[];
let requests: number;

beforeEach(() => {
	vi.useFakeTimers();
	[signedOut, requests, answers] = [0, 0, []];
	client = createQueryClient(() => signedOut++);
});
afterEach(() => {
	client.clear();
	vi.useRealTimers();
});

async function request(): Promise<string> {
	requests++;
	const refused = answers.shift();
	if (refused === undefined) return "done";
	throw new ApiError({ type: "about:blank", title: refused.code, detail: refused.code, ...refused });
}

const query = () =>
	client.fetchQuery({ queryKey: ["mail"], queryFn: request, retry: client.getDefaultOptions().queries?.retry });
const mutation = () => new MutationObserver(client, { mutationFn: request }).mutate();
const old = { status: 401, code: "unauthenticated" };

/** @returns what became of it, once all delays have passed */
async function outcome(run: () => Promise<string>): Promise<string> {
	const settled = run().catch((error: unknown) => (error as ApiError).code);
	await vi.runAllTimersAsync();
	return settled;
}

it.each([
	["query", query],
	["mutation", mutation],
])("sends a %s again whose session was replaced on its way, and stays signed in", async (_, run) => {
	answers = [old];
	expect(await outcome(run)).toBe("done");
	expect([requests, signedOut]).toEqual([2, 0]);
});

it.each([
	["query", query],
	["mutation", mutation],
])("reports once that a %s has no session any more", async (_, run) => {
	answers = [old, old, old];
	expect(await outcome(run)).toBe("unauthenticated");
	expect([requests, signedOut]).toEqual([2, 1]);
});

it("sends nothing again that the server refused or may have done", async () => {
	answers = [{ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" }];
	expect(await outcome(mutation)).toBe("INVALID_EMAIL_OR_PASSWORD");
	answers = [{ status: 503, code: "unavailable" }];
	expect(await outcome(mutation)).toBe("unavailable");
	answers = [{ status: 403, code: "forbidden" }];
	expect(await outcome(query)).toBe("forbidden");
	expect(requests).toBe(3);
});
