import type { MailContext } from "#kernel/module.ts";
import { abortable } from "#shared/abortable.ts";
import { createLoader } from "../loader.ts";
import { type Answer, createProbeEngine, type ProbeEngine, type Question } from "./engine.ts";
import { heloNameOf } from "./helo.ts";
import type { ProbeOutcome } from "./outcome.ts";
import { scheduleRetry } from "./retry.ts";
import { type NewProbe, type ProbeResult, readCatchAll, readProbes, saveProbes } from "./store.ts";

/** Asks the mail servers of a user's addresses, or takes a recent answer. */
export interface Prober {
	/** @throws the signal's reason */
	probe(
		address: { address: string; domain: string; hosts: readonly string[] },
		signal?: AbortSignal,
	): Promise<ProbeResult>;
}

type Context = Pick<MailContext, "database" | "net" | "config" | "now">;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Until then an answer is used again. */
const KEPT_MS: Record<ProbeOutcome, number> = {
	...{ accepted: 7 * DAY_MS, "catch-all": 7 * DAY_MS, "not-found": 7 * DAY_MS, "mailbox-disabled": 7 * DAY_MS },
	...{ "mailbox-full": DAY_MS, greylisted: DAY_MS, refused: DAY_MS },
	...{ busy: 15 * MINUTE_MS, unreachable: 15 * MINUTE_MS },
};

/** Minutes until a greylisting server is asked again: most accept the second attempt after five, some after an hour. */
const RETRY_MINUTES = [6, 15, 30, 60, 120];

/** One per process: its limits hold for all users. */
const engines = new WeakMap<object, ProbeEngine>();

function engineOf({ net, config }: Context): ProbeEngine {
	const found = engines.get(net);
	if (found !== undefined) return found;
	const engine = createProbeEngine({ ...config.probe, tcp: net.tcp, heloName: heloNameOf(config) });
	engines.set(net, engine);
	return engine;
}

/**
 * @param ctx of this process
 * @param since answers from before are not used
 */
export function createProber(ctx: Context, ownerId: string, since = new Date(0)): Prober {
	const { database, now } = ctx;
	const engine = engineOf(ctx);
	const known = createLoader((addresses: readonly string[]) => readProbes(database, ownerId, addresses));
	const catchAll = createLoader((domains: readonly string[]) =>
		readCatchAll(database, ownerId, [...new Set(domains)], later(since, new Date(now() - KEPT_MS["catch-all"]))),
	);
	const save = createLoader<NewProbe, void>(async (probes) => {
		await saveProbes(database, ownerId, probes);
		if (probes.some(({ retryAt }) => retryAt !== null)) await scheduleRetry(ctx, ownerId);
		return () => undefined;
	});
	async function ask(question: Omit<Question, "isCatchAll">): Promise<Answer> {
		const isCatchAll = await catchAll(question.domain);
		if (isCatchAll) return { outcome: "catch-all", reply: null, server: question.hosts[0] ?? "", isCatchAll };
		const answer = engine.ask({ ...question, isCatchAll });
		return question.signal === undefined ? answer : abortable(answer, question.signal);
	}
	return {
		async probe({ address, domain, hosts }, signal) {
			const before = await known(address);
			// A greylisting server is not asked before its time.
			const isRecent = before !== null && (before.checkedAt >= since || before.retryAt !== null);
			if (isRecent && isFresh(before, now())) return before;
			const { isCatchAll, ...answer } = await ask({ address, domain, hosts, signal });
			const tries = answer.outcome === "greylisted" ? (before?.outcome === "greylisted" ? before.tries : 0) + 1 : 0;
			const minutes = answer.outcome === "greylisted" ? RETRY_MINUTES[tries - 1] : undefined;
			const retryAt = minutes === undefined ? null : new Date(now() + minutes * MINUTE_MS);
			const result: ProbeResult = { ...answer, checkedAt: new Date(now()), retryAt, tries };
			await save({ ...result, address, domain, isCatchAll });
			return result;
		},
	};
}

function later(one: Date, other: Date): Date {
	return one > other ? one : other;
}

function isFresh({ outcome, checkedAt, retryAt }: ProbeResult, now: number): boolean {
	return retryAt === null ? now - checkedAt.getTime() < KEPT_MS[outcome] : now < retryAt.getTime();
}
