import { z } from "zod";
import { defineSettings } from "#shared/settings.ts";
import { tool } from "./tool.ts";

const zones = (defaults: string[]) =>
	z
		.array(
			z
				.string()
				.trim()
				.toLowerCase()
				.max(200)
				.regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/, "Enter a zone such as zen.spamhaus.org."),
		)
		.max(20)
		.default(defaults);

/** Blacklists that are asked. A key of a paid list is part of its zone. */
export const spamAnalyzerSettings = defineSettings({
	id: tool.id,
	schema: z.object({
		domainLists: zones(["dbl.spamhaus.org", "multi.surbl.org", "multi.uribl.com"]),
		/** Connect to the domain's mail servers to see whether they answer. */
		contactMailServers: z.boolean().default(true),
		addressLists: zones(["zen.spamhaus.org", "bl.spamcop.net", "psbl.surriel.com"]),
	}),
});
