import type { z } from "zod";
import type { RouteSpec } from "#shared/contract.ts";

/** What a notice reports: which accounts may have changed. */
export interface Notice {
	/** Null: none. */
	changed: { email: string } | { accountId: string } | null;
	/** For routes with `raw`. */
	response?: Response;
}

export interface NoticeInput<Query, Body> {
	query: Query;
	body: Body;
	/** The request itself, where the route takes `bytes`. */
	request: Request;
	/** Whether this is the key in the account's notice URL (`ProviderHost.noticeUrl`). */
	isKeyOf(accountId: string, key: string): boolean;
	/** Compares in constant time. */
	isSame(one: string, other: string): boolean;
}

/** A webhook that the provider calls when mailboxes change: `POST /api/v1/notices/<kind>`, open to everyone. */
export interface NoticeRoute {
	spec: Pick<RouteSpec, "summary" | "query" | "body" | "bytes" | "raw">;
	/** @returns null when the notice is not from the provider: answered with 404 */
	receive(input: NoticeInput<unknown, unknown>): Promise<Notice | null> | Notice | null;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Declares a webhook; exists so that its input is typed by its schemas. */
export function defineNotices<const Spec extends NoticeRoute["spec"]>(
	spec: Spec,
	receive: (input: NoticeInput<Out<Spec["query"]>, Out<Spec["body"]>>) => Promise<Notice | null> | Notice | null,
): NoticeRoute {
	return { spec, receive: receive as NoticeRoute["receive"] };
}
