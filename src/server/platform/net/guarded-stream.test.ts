import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createGuardedStream, type StreamLimits } from "./guarded-stream.ts";

let server: Server | null = null;
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

const stream = createGuardedStream({ allowPrivateHosts: true });

async function ask(answer: (response: ServerResponse) => void, limits: Partial<StreamLimits>): Promise<Response> {
	server = createServer((_request, response) => answer(response));
	await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	return stream(url, { method: "GET", headers: {}, signal: AbortSignal.timeout(60_000), ...limits });
}

/** Sends a text until the client leaves. */
function endless(text: string) {
	const { promise: left, resolve } = Promise.withResolvers<void>();
	const answer = (response: ServerResponse): void => {
		const send = (): void => {
			while (!response.destroyed && response.write(text));
		};
		response.once("close", resolve);
		response.on("drain", send);
		send();
	};
	return { answer, left };
}

describe("a streamed reply", () => {
	it("ends where a line is longer than allowed", async () => {
		const { answer, left } = endless("a".repeat(1_000));
		const reply = await ask(answer, { maxLineBytes: 3 });
		await expect(reply.text()).rejects.toMatchObject({ status: 502, code: "too-large" });
		await left;
	});

	it("ends where it is longer than allowed, in lines of any length", async () => {
		const { answer, left } = endless("a\n");
		const reply = await ask(answer, { maxLineBytes: 3, maxBytes: 10 });
		await expect(reply.text()).rejects.toMatchObject({ status: 502, code: "too-large" });
		await left;
	});

	it("ends when it takes too long, although something arrives", async () => {
		const { promise: left, resolve } = Promise.withResolvers<void>();
		const reply = await ask(
			(response) => {
				const timer = setInterval(() => response.write(": still here\n"), 5);
				response.once("close", () => {
					clearInterval(timer);
					resolve();
				});
			},
			{ timeoutMs: 50 },
		);
		await expect(reply.text()).rejects.toMatchObject({ status: 504, code: "timed-out" });
		await left;
	});

	it("is passed on line by line while it arrives, and its last line without a break", async () => {
		const { promise: isRead, resolve } = Promise.withResolvers<void>();
		const reply = await ask(
			(response) => {
				response.write("one\ntw");
				void isRead.then(() => response.end("o\r\nthree"));
			},
			{ maxLineBytes: 5 },
		);
		const texts: string[] = [];
		for await (const chunk of reply.body ?? []) {
			texts.push(Buffer.from(chunk).toString());
			resolve();
		}
		expect(texts.at(0)).toBe("one\n");
		expect(texts.join("")).toBe("one\ntwo\r\nthree");
	});
});
