import { expect } from "vitest";
import type { SmtpSink } from "../smtp-sink.ts";

/**
 * Waits for emails with a link to a page of signing in.
 * @param count how many there must be
 * @returns the secret part of the link in the latest
 */
export async function mailedLink(sink: SmtpSink, email: string, page: string, count = 1): Promise<string> {
	const pattern = new RegExp(`/auth/${page}[^#\\s]*#([\\w.-]+)`);
	const found = () =>
		sink.received
			.filter(({ to }) => to.includes(email))
			.flatMap(({ raw }) => pattern.exec(raw.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? []);
	await expect.poll(() => found().length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);
	return found().at(-1) ?? "";
}
