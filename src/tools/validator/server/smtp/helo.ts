import type { MailContext } from "#kernel/module.ts";

/** The name that this server gives to mail servers: PROBE_HELO_NAME, else the host of its own URL. */
export function heloNameOf({ probe, baseUrl }: Pick<MailContext["config"], "probe" | "baseUrl">): string {
	return probe.heloName ?? new URL(baseUrl).hostname;
}
