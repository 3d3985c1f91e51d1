import type { z } from "zod";

/** A declared stream of events. Events are published in the transaction that changes something. */
export interface EventStream<Payload = unknown> {
	/** Lowercase words separated by dots: the area, then what happened (`mail.received`). */
	name: string;
	payload: z.ZodType<Payload>;
	/** Also sent, as it is, to the owner's open browsers; best effort. Keep the payload small. */
	forBrowser?: true;
}

/** An event as subscribers receive it. */
export interface StreamEvent<Payload = unknown> {
	/** The same for each delivery of the event. */
	id: string;
	payload: Payload;
	publishedAt: Date;
}

export interface Delivery {
	ownerId: string;
	orderingKey: string;
	/** From 1; higher after failures. */
	attempt: number;
	/** Aborted when the process stops or the lease is lost: end soon. */
	signal: AbortSignal;
}

/** Handles events of one stream. */
export interface StreamHandler<Ctx, Payload = unknown> {
	stream: EventStream<Payload>;
	/**
	 * Called at least once per event, with one or more in order. When it throws, all of them are delivered again after
	 * a delay.
	 */
	handle(ctx: Ctx, events: readonly StreamEvent<Payload>[], delivery: Delivery): Promise<void>;
}

/** A durable subscriber: it reads one or more streams with one cursor per owner and ordering key. */
export interface Subscription<Ctx> {
	/** Never change it: the cursors are stored under it. Lowercase words, hyphens and dots, starting with the module's name. */
	name: string;
	handlers: readonly StreamHandler<Ctx>[];
	/** Maximum number of events per call; 100 by default. */
	batchSize?: number;
}

/** A handler of one stream, with the type of its payload. */
export function on<Ctx, Payload>(
	stream: EventStream<Payload>,
	handle: StreamHandler<Ctx, Payload>["handle"],
): StreamHandler<Ctx> {
	return { stream, handle } as StreamHandler<Ctx, Payload> as StreamHandler<Ctx>;
}
