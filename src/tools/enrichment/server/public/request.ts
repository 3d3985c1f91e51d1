import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Finding, Observation } from "../observation.ts";
import type { Asked, Question } from "../source.ts";

/** Base URLs of the services; tests put others in their place. */
export const SERVICES = {
	gravatar: "https://api.gravatar.com",
	libravatar: "https://seccdn.libravatar.org",
	openpgp: "https://keys.openpgp.org",
	github: "https://api.github.com",
	/** Of a domain. */
	website: (domain: string): string => `https://${domain}/`,
	webfinger: (domain: string): string => `https://${domain}`,
};
export type Services = typeof SERVICES;

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 256 * 1024;

/**
 * Fetches a page of a source. @returns null: the source does not know the person
 * @throws AppError when the source can't be reached or refuses
 */
export async function fetchText(
	{ net }: Pick<MailContext, "net">,
	url: string,
	{ signal }: Pick<Question, "signal">,
): Promise<string | null> {
	const headers = { accept: "application/json, application/jrd+json, text/plain" };
	const reply = await net.http(url, {
		...{ headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 2 },
		...(signal !== undefined && { signal }),
	});
	const host = URL.parse(url)?.host ?? url;
	if (isMissing(reply.status)) return null;
	if (reply.status === 429 || reply.status === 403)
		throw new AppError(503, "source-busy", `${host} limits requests. Try again later.`);
	if (reply.status !== 200) throw new AppError(502, "source-failed", `${host} answered with status ${reply.status}.`);
	return new TextDecoder().decode(reply.body);
}

/** The same for JSON objects. @throws AppError also when it is none */
export async function fetchJson(
	ctx: Pick<MailContext, "net">,
	url: string,
	question: Pick<Question, "signal">,
): Promise<Record<string, unknown> | null> {
	const text = await fetchText(ctx, url, question);
	if (text === null) return null;
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
	} catch {
		// Reported below.
	}
	throw new AppError(502, "source-failed", `${URL.parse(url)?.host ?? url} sent an unreadable answer.`);
}

/** Whether a page does not exist (RFC 9110, sections 15.5.5 and 15.5.11). */
export const isMissing = (status: number): boolean => status === 404 || status === 410;

/** A short text of a reply; null: none. */
export function textOf(value: unknown): string | null {
	if (typeof value !== "string") return null;
	const text = value.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
	return text === "" || text.length > 200 ? null : text;
}

/** What a page said, seen now. */
export function seenAt(
	source: Observation["source"],
	url: string,
	now: number,
	values: Partial<Record<Finding["field"], string | null>>,
): Asked {
	const seen = { source, url, emailId: null, count: 1, firstSeen: new Date(now), lastSeen: new Date(now) };
	const observations = Object.entries(values).flatMap(([field, value]) =>
		value === null ? [] : [{ field: field as Finding["field"], value, kind: "profile" as const, ...seen }],
	);
	return { observations, detail: null };
}

export const NOTHING: Asked = { observations: [], detail: null };
