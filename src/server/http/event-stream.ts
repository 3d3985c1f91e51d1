import type { ServerEvent } from "#shared/contracts/events.ts";
import { AppError } from "../errors.ts";
import type { Context } from "../identity/auth/context.ts";

const HEARTBEAT_MS = 20_000;
const RETRY_MS = 2_000;
/** Limit per user and process: tabs on several devices. */
const MAX_STREAMS_PER_USER = 20;
/** Unread events after which a browser is disconnected; it reconnects and fetches what it missed. */
const UNREAD_LIMIT = 1_000;

export interface EventStreams {
	/** Opens a stream of a user's events that ends with the session. @throws AppError 429 when too many are open */
	open(ownerId: string, request: Request, signal: AbortSignal): Response;
}

/** Server-sent events (HTML Living Standard §9.2). @param heartbeatMs also how soon an expired session is noticed */
export function createEventStreams(
	ctx: Pick<Context, "auth" | "events" | "metrics" | "log">,
	heartbeatMs = HEARTBEAT_MS,
): EventStreams {
	const open = new Map<string, number>();

	function count(ownerId: string, change: 1 | -1): void {
		const now = (open.get(ownerId) ?? 0) + change;
		if (now === 0) open.delete(ownerId);
		else open.set(ownerId, now);
		ctx.metrics.streams(change);
	}

	async function isSignedIn(ownerId: string, request: Request): Promise<boolean> {
		const { caller } = await ctx.auth.authenticate(request, { refresh: false });
		return caller?.ownerId === ownerId;
	}

	return {
		open(ownerId, request, signal) {
			if ((open.get(ownerId) ?? 0) >= MAX_STREAMS_PER_USER)
				throw new AppError(429, "too-many-streams", "Too many windows are open. Close some of them.", {
					headers: { "retry-after": "30" },
				});
			let end: () => void = () => undefined;
			const body = new ReadableStream<Uint8Array>(
				{
					start(controller) {
						const encoder = new TextEncoder();
						const write = (text: string): void => {
							if ((controller.desiredSize ?? 0) <= 0) end();
							else controller.enqueue(encoder.encode(text));
						};
						const check = (): void => {
							isSignedIn(ownerId, request).then(
								(still) => (still ? write(": still here\n\n") : end()),
								(cause: unknown) => {
									ctx.log.warn(
										{ event: "event_stream.session_unknown", err: cause },
										"an event stream could not check its session",
									);
									end();
								},
							);
						};
						const unsubscribe = ctx.events.subscribe(ownerId, (event: ServerEvent) => {
							write(`data: ${JSON.stringify(event)}\n\n`);
							if (event.type === "sessions") check();
						});
						const beat = setInterval(check, heartbeatMs);
						let ended = false;
						end = () => {
							if (ended) return;
							ended = true;
							clearInterval(beat);
							unsubscribe();
							signal.removeEventListener("abort", end);
							count(ownerId, -1);
							try {
								controller.close();
							} catch {
								// Already closed by the browser.
							}
						};
						count(ownerId, 1);
						signal.addEventListener("abort", end);
						write(`retry: ${RETRY_MS}\n\n`);
						if (signal.aborted) end();
					},
					cancel: () => end(),
				},
				new CountQueuingStrategy({ highWaterMark: UNREAD_LIMIT }),
			);
			return new Response(body, {
				headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
			});
		},
	};
}
