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
