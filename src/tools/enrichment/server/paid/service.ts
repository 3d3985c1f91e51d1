import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { FieldId, PaidSourceId } from "../../fields.ts";
import { isMissing, NOTHING, seenAt } from "../public/request.ts";
import type { Source } from "../source.ts";
import { readKey } from "./keys.ts";

/** What a service answered: an object of JSON. */
export type Reply = Record<string, unknown>;

/** A paid service that is asked with the user's own API key. */
export interface PaidService {
	id: PaidSourceId;
	/** Scheme and host of its API. */
	origin: string;
	/** Its website: the evidence of details without their own page. */
	page: string;
	/** The request about an address; the key is in a header, never in the URL. */
	request(email: string, key: string): { path: string; headers: Record<string, string>; body?: string };
	/** The details in a reply; an empty object: it does not know the person. */
	read(reply: Reply): Partial<Record<FieldId, string | null>>;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 512 * 1024;

/** A paid service as a source. */
export function paidSource({ id, origin, page, request, read }: PaidService): Source {
	return {
		id,
		isRemote: true,
		async ask(ctx, { ownerId, email, signal }) {
			const key = await readKey(ctx, ownerId, id);
			if (key === null) throw new AppError(409, "no-key", "Enter your API key under Sources.");
			const { path, headers, body } = request(email, key);
			const reply = await fetchReply(ctx, `${origin}${path}`, {
				headers: { accept: "application/json", ...headers },
				...(body !== undefined && { method: "POST" as const, body }),
				...(signal !== undefined && { signal }),
			});
			if (reply === null) return NOTHING;
			const values = read(reply);
			return seenAt(id, values.linkedIn ?? page, ctx.now(), values);
		},
	};
}

type Request = Parameters<MailContext["net"]["http"]>[1];

/** @returns null: the service does not know the person @throws AppError when it refuses, or can't be reached */
async function fetchReply({ net }: MailContext, url: string, request: Request): Promise<Reply | null> {
	const reply = await net.http(url, { ...request, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 0 });
	const { status } = reply;
	const { host } = new URL(url);
	if (isMissing(status)) return null;
	if (status === 401 || status === 403)
		throw new AppError(502, "source-refused", `${host} refused the API key. Check it under Sources.`);
	if (status === 402 || status === 429)
		throw new AppError(503, "source-busy", `${host} limits requests, or your credits are used up.`);
	if (status !== 200) throw new AppError(502, "source-failed", `${host} answered with status ${status}.`);
	try {
		const value: unknown = JSON.parse(new TextDecoder().decode(reply.body));
		if (isReply(value)) return value;
	} catch {
		// Reported below.
	}
	throw new AppError(502, "source-failed", `${host} sent an unreadable answer.`);
}

const isReply = (value: unknown): value is Reply =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** An object inside a reply; empty: it is none. */
export const objectOf = (value: unknown): Reply => (isReply(value) ? value : {});
