import type { z } from "zod";
import { type AskOptions, askModel, type ModelReply, type ModelRequest } from "./ask.ts";

type Context = Parameters<typeof askModel>[0];

/**
 * Asks as `askModel` does, and yields the answer so far as it is written: JSON that is not complete yet. A consumer that
 * is slow misses states in between. Leaving the loop cancels the call.
 * @returns the checked answer; null when the user has no model
 * @throws as `askModel`
 */
export async function* streamModel<S extends z.ZodType>(
	ctx: Context,
	request: Omit<ModelRequest<S>, "onText">,
	options: AskOptions = {},
): AsyncGenerator<string, ModelReply<z.output<S>> | null> {
	const left = new AbortController();
	const signal = request.signal === undefined ? left.signal : AbortSignal.any([request.signal, left.signal]);
	let latest: string | null = null;
	let next = Promise.withResolvers<void>();
	const onText = (text: string): void => {
		latest = text;
		next.resolve();
	};
	let isOver = false;
	const reply = askModel(ctx, { ...request, signal, onText }, options).finally(() => {
		isOver = true;
		next.resolve();
	});
	// It is awaited below; until then a failure is not unhandled.
	reply.catch(() => undefined);
	try {
		while (!isOver) {
			await next.promise;
			next = Promise.withResolvers<void>();
			if (latest === null) continue;
			const text: string = latest;
			latest = null;
			yield text;
		}
		return await reply;
	} finally {
		left.abort(new DOMException("Nobody reads the answer any more", "AbortError"));
		await reply.catch(() => undefined);
	}
}
