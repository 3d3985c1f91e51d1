import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the model behaves for one request. */
export type Behavior =
	/** Streams this text in small pieces. */
	| { kind: "text"; text: string }
	| { kind: "status"; status: number; retryAfter?: string }
	/** Ends the connection in the middle of the stream. */
	| { kind: "cut"; text: string }
	| { kind: "refusal" }
	/** Sends a line without an end until the client leaves. */
	| { kind: "endless" }
	/** Sends nothing until the client leaves. */
	| { kind: "silent" }
	/** Sends the first half, then nothing until the client leaves. */
	| { kind: "stalled"; text: string };

export interface ModelServer {
	/** For clients of the OpenAI protocol, and of Anthropic's. */
	url: string;
	host: string;
	/** Bodies of all requests. */
	requests: { path: string; body: string; key: string | null }[];
	/** What the next requests get; the last one is used again. */
	behave(...behaviors: Behavior[]): void;
	/** Answers by the request's text. */
	answer(reply: (body: string) => string): void;
	/** From now on requests are not answered. @returns answers them */
	hold(): () => void;
	/** Resolves when a request has arrived. */
	nextRequest(): Promise<void>;
	close(): Promise<void>;
}

/** A server that speaks the protocols of OpenAI (`/v1/chat/completions`) and Anthropic (`/v1/messages`), streaming. */
export async function startModelServer(): Promise<ModelServer> {
	let queue: Behavior[] = [{ kind: "text", text: "{}" }];
	let reply: ((body: string) => string) | null = null;
	let waiting: (() => void)[] = [];
	let released = Promise.resolve();
	const requests: ModelServer["requests"] = [];
	const server: Server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			const header = request.headers["x-api-key"] ?? request.headers.authorization;
			requests.push({ path: request.url ?? "", body, key: typeof header === "string" ? header : null });
			for (const resolve of waiting.splice(0)) resolve();
			const next: Behavior = reply
				? { kind: "text", text: reply(body) }
				: ((queue.length > 1 ? queue.shift() : queue[0]) as Behavior);
			const protocol = request.url?.endsWith("/messages") === true ? anthropic : openai;
			void released.then(() => respond(response, protocol, next));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url: `http://${host}/v1`,
		host,
		requests,
		behave(...behaviors) {
			reply = null;
			queue = behaviors;
		},
		answer(next) {
			reply = next;
		},
		hold() {
			const { promise, resolve } = Promise.withResolvers<void>();
			released = promise;
			return resolve;
		},
		nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
		async close() {
			waiting = [];
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString("utf8");
}

/** A protocol's server-sent events. */
interface Protocol {
	start: string[];
	delta(text: string): string;
	end(reason: "stop" | "refusal"): string[];
	error(status: number): string;
}

const event = (name: string, data: object): string =>
	`event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;
const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (choices: object[], more: object = {}): string =>
	data({ id: "chat-1", object: "chat.completion.chunk", created: 1, model: "test", choices, ...more });

const openai: Protocol = {
	start: [chunk([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }])],
	delta: (content) => chunk([{ index: 0, delta: { content }, finish_reason: null }]),
	end: (reason) => [
		...(reason === "refusal"
			? [chunk([{ index: 0, delta: { refusal: "I can't help with that." }, finish_reason: null }])]
			: []),
		chunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
		chunk([], { usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } }),
		"data: [DONE]\n\n",
	],
	error: (status) => JSON.stringify({ error: { message: "No", type: "error", code: String(status) } }),
};

const anthropic: Protocol = {
	start: [
		event("message_start", {
			message: {
				...{ id: "msg_1", type: "message", role: "assistant", model: "test", content: [] },
				...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 100, output_tokens: 1 } },
			},
		}),
		event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
	],
	delta: (text) => event("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
	end: (reason) => [
		event("content_block_stop", { index: 0 }),
		event("message_delta", {
			delta: { stop_reason: reason === "refusal" ? "refusal" : "end_turn", stop_sequence: null },
			usage: { output_tokens: 20 },
		}),
		event("message_stop", {}),
	],
	error: () => JSON.stringify({ type: "error", error: { type: "api_error", message: "No" } }),
};

function respond(response: ServerResponse, protocol: Protocol, behavior: Behavior): void {
	if (behavior.kind === "silent") return;
	if (behavior.kind === "status") {
		const { status, retryAfter } = behavior;
		const headers = {
			"content-type": "application/json",
			...(retryAfter !== undefined && { "retry-after": retryAfter }),
		};
		response.writeHead(status, headers).end(protocol.error(status));
		return;
	}
	response.writeHead(200, { "content-type": "text/event-stream" });
	for (const line of protocol.start) response.write(line);
	if (behavior.kind === "refusal") {
		response.end(protocol.end("refusal").join(""));
		return;
	}
	if (behavior.kind === "endless") {
		const more = (): void => {
			while (!response.destroyed && response.write("data: ".repeat(10_000)));
		};
		response.on("drain", more);
		more();
		return;
	}
	const { text } = behavior;
	const shown = behavior.kind === "text" ? text : text.slice(0, Math.ceil(text.length / 2));
	for (let at = 0; at < shown.length; at += 7) response.write(protocol.delta(shown.slice(at, at + 7)));
	if (behavior.kind === "text") response.end(protocol.end("stop").join(""));
	// After what was written has left.
	else if (behavior.kind === "cut") response.write("\n", () => response.destroy());
}
