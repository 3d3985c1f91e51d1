import type { z } from "zod";
import { provide } from "#kernel/capabilities.ts";
import type { MailContext } from "#kernel/module.ts";
import { countUsageUpTo } from "#kernel/usage.ts";
import { validateAddresses } from "#shared/capabilities/validate-addresses.ts";
import { validateOrReturn } from "./list.ts";
import { findResults } from "./store.ts";

type Verdict = z.infer<typeof validateAddresses.result>["verdicts"][number];

/** Verdicts that other tools ask for. */
export const provideVerdicts = provide(
	validateAddresses,
	async (ctx: MailContext, { ownerId, signal }, { emails, maxAgeMs, timeoutMs }) => {
		const verdicts = new Map<string, Verdict>();
		const recent = new Set<string>();
		for (const { checkedAt, ...verdict } of await findResults(ctx.database, ownerId, emails)) {
			verdicts.set(verdict.email, verdict);
			if (checkedAt.getTime() >= ctx.now() - maxAgeMs) recent.add(verdict.email);
		}
		const unique = [...new Set(emails)];
		const unknown = unique.filter((email) => !recent.has(email));
		const at = ctx.now();
		const allowed = unknown.slice(0, await countAllowed(ctx, ownerId, unknown.length));
		const limit = AbortSignal.timeout(timeoutMs);
		try {
			const options = { signal: AbortSignal.any([signal, limit]), at };
			for await (const { position, status, reason } of validateOrReturn(ctx, ownerId, allowed, options)) {
				const email = allowed[position] ?? "";
				verdicts.set(email, { email, status, reason });
			}
		} catch (cause) {
			// Out of time: what was validated until then is stored.
			if (cause !== limit.reason) throw cause;
		}
		return {
			verdicts: unique.flatMap((email) => verdicts.get(email) ?? []),
			beyondLimit: unknown.slice(allowed.length),
		};
	},
);

/** Counts validations as usage, as many as the user's plan allows. @returns how many */
async function countAllowed(ctx: MailContext, ownerId: string, units: number): Promise<number> {
	if (units === 0) return 0;
	const usage = { counter: "emailsValidated", units } as const;
	const { counted } = await ctx.database.transaction(() => countUsageUpTo(ctx, ownerId, usage));
	return counted;
}
