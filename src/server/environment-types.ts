import { isIP } from "node:net";
import { z } from "zod";

/** Types of settings in the environment; their errors say what to write. */

/** On or off. */
export const flag = z
	.enum(["1", "0", "true", "false", "on", "off", "yes", "no"], { error: "write on or off" })
	.transform((text) => ["1", "true", "on", "yes"].includes(text));

/** A whole number in a range. */
export const count = (low: number, high: number) =>
	z.coerce
		.number({ error: `write a number from ${low} to ${high}` })
		.int()
		.min(low)
		.max(high);

/** An amount of US dollars. */
export const amount = z.coerce.number({ error: "write an amount in US dollars, such as 0.5" }).min(0).max(100_000);

/** A URL of the web. */
export const webAddress = z.url({ protocol: /^https?$/, error: "write a complete URL" });

/** Domains, with commas, semicolons or blanks between; in lower case. */
export const domainList = z.string().transform((text) =>
	text
		.toLowerCase()
		.split(/[\s,;]+/)
		.filter((domain) => domain !== ""),
);

/** Addresses of DNS servers, with commas between; null: none is named. */
export const dnsServers = z.string().transform((text, context) => {
	const servers = text
		.split(",")
		.map((part) => part.trim())
		.filter(Boolean);
	for (const server of servers)
		if (!isDnsServer(server))
			context.addIssue(
				`"${server}" is not the address of a server; write addresses such as 9.9.9.9, 127.0.0.1:5353 or [2620:fe::fe]:53, with commas between`,
			);
	return servers.length === 0 ? null : servers;
});

function isDnsServer(text: string): boolean {
	const [, bracketed, afterBracket, plain, afterPlain] =
		/^(?:\[(.+)\](?::(\d+))?|([\d.]+)(?::(\d+))?)$/.exec(text) ?? [];
	const port = Number(afterBracket ?? afterPlain ?? 53);
	return isIP(bracketed ?? plain ?? text) !== 0 && port >= 1 && port <= 65_535;
}
