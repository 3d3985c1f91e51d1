import { APICallError } from "@ai-sdk/provider";
import { AppError } from "../../errors.ts";
import type { ActiveModel } from "./active-model.ts";

/** A failed attempt. */
export interface Failure {
	error: AppError;
	/** Another attempt may succeed. */
	isTransient: boolean;
	/** How long the provider asks to wait; null: it does not say. */
	waitMs: number | null;
	/** The request itself was rejected (400): it may have had an option that the server does not know. */
	isRejected: boolean;
}

/** A stream that ended without its last part. */
export class StreamCut extends Error {
	override name = "StreamCut";
}

/** No text within the time limit. */
export class ModelTimeout extends Error {
	override name = "ModelTimeout";
}

/** What only the operator can change. */
const ASK_OPERATOR = "Ask the operator of this server, or set up your own model in Settings, AI.";

/** Explains why a model did not answer, without repeating what its server wrote. */
export function failureOf(cause: unknown, { host, model, isOwn }: ActiveModel, now: number): Failure {
	const failed = (code: string, message: string, more: Partial<Omit<Failure, "error">> & { status?: number } = {}) => ({
		error: new AppError(more.status ?? 502, code, message, { cause }),
		isTransient: more.isTransient ?? false,
		waitMs: more.waitMs ?? null,
		isRejected: more.isRejected ?? false,
	});
	if (cause instanceof ModelTimeout)
		return failed("model-timed-out", `${host} didn't answer in time. Try again.`, { status: 504 });
	if (cause instanceof StreamCut)
		return failed("model-interrupted", `${host} stopped in the middle of its answer. Try again.`, {
			isTransient: true,
		});
	const inner = APICallError.isInstance(cause) ? cause.cause : cause;
	if (inner instanceof AppError && inner.code === "too-large")
		return failed("model-bad-answer", `${host} sent an answer that doesn't end. Check the server, or choose another.`);
	if (inner instanceof AppError) return { ...failed(inner.code, inner.message), error: inner };
	if (!APICallError.isInstance(cause) || cause.statusCode === undefined)
		return failed("model-unavailable", `${host} couldn't be reached. Try again later.`, { isTransient: true });
	const { statusCode, responseHeaders = {} } = cause;
	if (statusCode === 401 || statusCode === 403)
		return failed(
			"model-key-rejected",
			`${host} rejected the API key. ${isOwn ? "Check it in Settings, AI." : ASK_OPERATOR}`,
		);
	if (statusCode === 404)
		return failed(
			"model-not-found",
			`${host} doesn't have the model ${model}. ${isOwn ? "Check its name in Settings, AI." : ASK_OPERATOR}`,
		);
	if (statusCode === 429) {
		const waitMs = retryAfterMs(responseHeaders, now);
		return failed("model-busy", `${host} is busy or its quota is used up. Try again later.`, {
			...{ status: 503, isTransient: true, waitMs },
		});
	}
	if (statusCode >= 500)
		return failed("model-unavailable", `${host} has a problem (HTTP ${statusCode}). Try again later.`, {
			...{ isTransient: true, waitMs: retryAfterMs(responseHeaders, now) },
		});
	return failed("model-failed", `${host} rejected the request (HTTP ${statusCode}).`, {
		isRejected: statusCode === 400 || statusCode === 422,
	});
}

/** Retry-After (RFC 9110 §10.2.3): seconds, or a date. */
function retryAfterMs(headers: Record<string, string>, now: number): number | null {
	const text = headers["retry-after"];
	if (text === undefined) return null;
	if (/^\d+$/.test(text.trim())) return Number(text) * 1_000;
	const at = Date.parse(text);
	return Number.isNaN(at) ? null : Math.max(0, at - now);
}
