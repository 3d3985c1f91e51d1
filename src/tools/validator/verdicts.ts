import { z } from "zod";
import { reasonCodes } from "./reasons.ts";

/** Verdicts on addresses, as the API has them. */

export const status = z.enum(["valid", "risky", "invalid", "unknown"]);
/** What is true of an address besides its verdict. */
export const flag = z.enum([
	"role",
	"free",
	"relay",
	"disposable",
	"gibberish",
	"quoted",
	"international",
	"repaired",
	"wrote-to-you",
	/** Its mail server accepts email for it, and refuses it for addresses that can't exist. */
	"mailbox-confirmed",
]);
export type Flag = z.infer<typeof flag>;

/** One check, with its evidence. */
export const check = z.object({
	/** `syntax`, `domain`, `mx`, `spf`, `dkim`, `dmarc`, `disposable`, `role`, `own-mail`, `mailbox` … */
	name: z.string(),
	state: z.enum(["pass", "warn", "fail", "not-checked", "error"]),
	/** One sentence. */
	detail: z.string(),
	durationMs: z.number(),
	/** Who answered: a DNS server's address, a list, the user's mail; null: computed here. */
	source: z.string().nullable(),
	checkedAt: z.string(),
});
export type Check = z.infer<typeof check>;

export const verdict = z.object({
	/** As given, without surrounding spaces and quotes. */
	email: z.string(),
	/**
	 * `unknown`: nothing is known against the address, and nothing confirms it. The mailbox was not checked, its mail server
	 * refused to answer, or a failure is temporary; `reason` says which.
	 */
	status,
	/** Null: unknown. */
	valid: z.boolean().nullable(),
	reason: z.enum(reasonCodes),
	/**
	 * `yes`: its mail server accepts email for the mailbox, or it wrote to you. Mail servers are asked only for users who
	 * turned mailbox checks on.
	 */
	deliverable: z.enum(["yes", "no", "unknown"]),
	risk: z.enum(["low", "medium", "high", "unknown"]),
	/** Null: the address has no domain. */
	domain: z.string().nullable(),
	/** Null: not established. */
	mxRecord: z.boolean().nullable(),
	/** Exactly one SPF record (RFC 7208) without errors. Null: not established. */
	spfValid: z.boolean().nullable(),
	/** A DKIM key was found. Null: not established: selectors can't be listed, only tried. */
	dkimValid: z.boolean().nullable(),
	/** From 0 to 100. */
	score: z.number(),
	/** The address that was probably meant. */
	suggestion: z.string().nullable(),
	flags: z.array(flag),
	checkedAt: z.string(),
});
export type Verdict = z.infer<typeof verdict>;

export const detailedVerdict = verdict.extend({ checks: z.array(check) });
export type DetailedVerdict = z.infer<typeof detailedVerdict>;
