import type { LanguageModelV3, LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { ModelTimeout, StreamCut } from "./failures.ts";

/** How long a model may take. */
export interface ModelLimits {
	/** Until the first text: a local model may be loaded first. */
	firstTextMs: number;
	/** Between two pieces of text. */
	idleMs: number;
	totalMs: number;
	/** The longest answer, in characters. */
	maxCharacters: number;
}

/** A complete answer. */
export interface Answer {
	text: string;
	isRefusal: boolean;
	/** Null: the provider did not count. */
	inputTokens: number | null;
	outputTokens: number | null;
}

interface ReadOptions {
	limits: ModelLimits;
	signal: AbortSignal | undefined;
	onText: ((delta: string) => void) | undefined;
}

/**
 * Asks once and reads the stream to its end.
 * @throws ModelTimeout, StreamCut, the signal's reason, and the adapter's errors
 */
export async function readStream(
	model: LanguageModelV3,
	options: LanguageModelV3CallOptions,
	{ limits, signal, onText }: ReadOptions,
): Promise<Answer> {
	const ended = new AbortController();
	const total = setTimeout(() => ended.abort(new ModelTimeout()), limits.totalMs);
	let idle = setTimeout(() => ended.abort(new ModelTimeout()), limits.firstTextMs);
	const abortSignal = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
	const isAlive = (): void => {
		clearTimeout(idle);
		idle = setTimeout(() => ended.abort(new ModelTimeout()), limits.idleMs);
	};
	let text = "";
	let answer: Answer | null = null;
	try {
		const { stream } = await model.doStream({ ...options, abortSignal });
		for await (const part of stream) {
			abortSignal.throwIfAborted();
			if (part.type === "error") throw part.error;
			if (part.type === "text-delta") {
				text += part.delta;
				if (text.length > limits.maxCharacters) throw new StreamCut("The answer is too long");
				onText?.(part.delta);
			}
			if (part.type === "text-delta" || part.type === "reasoning-delta") isAlive();
			if (part.type === "finish") {
				const { inputTokens, outputTokens } = part.usage;
				answer = {
					...{ text, isRefusal: part.finishReason.unified === "content-filter" },
					...{ inputTokens: inputTokens.total ?? null, outputTokens: outputTokens.total ?? null },
				};
				// Adapters report a stream that just ends as finished for an unknown reason.
				if (part.finishReason.raw === undefined) throw new StreamCut("The stream has no end");
			}
		}
		abortSignal.throwIfAborted();
		if (answer === null) throw new StreamCut("The stream has no end");
		return answer;
	} catch (cause) {
		// Whatever an adapter makes of an abort, its reason matters.
		if (abortSignal.aborted) throw abortSignal.reason;
		throw text !== "" && !(cause instanceof StreamCut) ? new StreamCut("The stream broke", { cause }) : cause;
	} finally {
		clearTimeout(total);
		clearTimeout(idle);
		ended.abort();
	}
}
