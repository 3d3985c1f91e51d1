import { ApiError } from "#web/lib/api/api.ts";
import { MAX_BODY } from "../../limits.ts";
import { t } from "../base/text.ts";
import type { ContentChange } from "./draft-saver.ts";

/** The server does not take it, however often it is sent. */
export function isTooLong(error: unknown): boolean {
	return error instanceof ApiError && error.status === 413;
}

/** Whether the server takes texts of this length. */
export function isSavable({ html, text }: ContentChange): boolean {
	return (html?.length ?? 0) <= MAX_BODY && (text?.length ?? 0) <= MAX_BODY;
}

/** @throws ApiError 413 for what the server would refuse */
export function requireSavable(change: ContentChange): void {
	if (isSavable(change)) return;
	throw new ApiError({ type: "about:blank", title: t.window.tooLong, status: 413, code: "too-large" });
}
