import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { AnswerTooLong, limitedFetch } from "./limited-fetch.ts";

let server: Server | null = null;
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

async function serving(answer: (response: ServerResponse) => void): Promise<string> {
	server = createServer((_request, response) => answer(response));
	await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("an endless answer ends at the limit, and the transfer with it", async () => {
	const { promise: left, resolve } = Promise.withResolvers<void>();
	const url = await serving((response) => {
		const send = (): void => {
			while (!response.destroyed && response.write("a".repeat(1_000)));
		};
		response.once("close", resolve);
		response.on("drain", send);
		send();
	});
	const answer = await limitedFetch(url, { signal: AbortSignal.timeout(60_000), maxBytes: 10 });
	await expect(answer.text()).rejects.toBeInstanceOf(AnswerTooLong);
	await left;
});

test("an answer within the limit is as fetch returns it", async () => {
	const url = await serving((response) => response.writeHead(409, { "x-reason": "busy" }).end("0123456789"));
	const answer = await limitedFetch(url, { signal: AbortSignal.timeout(60_000), maxBytes: 10 });
	expect([answer.status, answer.ok, answer.headers.get("x-reason")]).toEqual([409, false, "busy"]);
	expect(await answer.text()).toBe("0123456789");
});
