import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "./api.ts";
import { createQueryClient } from "./query-client.ts";

let client: QueryClient;
/** Codes of the errors that the server answers with, one after the other; then it answers "done". */
let answers: { status: number; code: string }[];
let requests: number;

beforeEach(() => {
	vi.useFakeTimers();
	[requests, answers] = [0, []];
	client = createQueryClient();
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

/** @returns what became of it, once all delays have passed */
async function outcome(run: () => Promise<string>): Promise<string> {
	const settled = run().catch((error: unknown) => (error as ApiError).code);
	await vi.runAllTimersAsync();
	return settled;
}

it("sends nothing again that the server refused or may have done", async () => {
	answers = [{ status: 401, code: "INVALID_EMAIL_OR_PASSWORD" }];
	expect(await outcome(mutation)).toBe("INVALID_EMAIL_OR_PASSWORD");
	answers = [{ status: 503, code: "unavailable" }];
	expect(await outcome(mutation)).toBe("unavailable");
	answers = [{ status: 403, code: "forbidden" }];
	expect(await outcome(query)).toBe("forbidden");
	expect(requests).toBe(3);
});
