import { createHash } from "node:crypto";
import { getDomain } from "tldts";
import { AppError } from "#kernel/errors.ts";
import { createSlots, type GuardedTcp } from "#kernel/net.ts";
import { outcomeOf, type ProbeOutcome } from "./outcome.ts";
import { openSession, type Session, SessionRefused } from "./session.ts";

/** An address to ask for. */
export interface Question {
	/** As SMTP carries it. */
	address: string;
	/** ASCII. */
	domain: string;
	/** Its mail servers, most preferred first. */
	hosts: readonly string[];
	/** What is known about the domain; null: it is asked. */
	isCatchAll: boolean | null;
	signal?: AbortSignal | undefined;
}

export interface Answer {
	outcome: ProbeOutcome;
	/** What the server said; null: it was not asked for this address. */
	reply: string | null;
	/** The host that replied, or that could not be reached. */
	server: string;
	/** Null: not established. */
	isCatchAll: boolean | null;
}

/** Asks mail servers for addresses: one session per server at a time, with several addresses each. */
export interface ProbeEngine {
	/** @throws the signal's reason */
	ask(question: Question): Promise<Answer>;
}

/** Addresses per session. */
const PER_SESSION = 20;
/**
 * Sessions of a process: per provider, which may have many servers, at most two at a time and one in `intervalMs`.
 * Providers that see more from an unknown address start to refuse it.
 */
const LIMITS = { perKey: 2, total: 20 };
/** Servers of a domain that are tried, most preferred first. */
const TRIED_HOSTS = 2;

interface Waiting extends Question {
	resolve: (answer: Answer) => void;
	reject: (cause: unknown) => void;
}

interface EngineOptions {
	tcp: GuardedTcp;
	port: number;
	heloName: string;
	/** Between the starts of two sessions with a provider. */
	intervalMs: number;
}

export function createProbeEngine(options: EngineOptions): ProbeEngine {
	const slots = createSlots({ ...LIMITS, intervalMs: options.intervalMs });
	/** Questions by mail server; a server in the map is being asked. */
	const groups = new Map<string, Waiting[]>();

	async function runGroup(host: string, waiting: Waiting[]): Promise<void> {
		/** Whether domains accept every address, for questions that were waiting when it was found out. */
		const known = new Map<string, boolean>();
		try {
			while (waiting.length > 0) {
				const release = await slots.acquire(getDomain(host) ?? host);
				try {
					await runSession(waiting, known);
				} finally {
					release();
				}
			}
		} catch (cause) {
			for (const question of waiting.splice(0)) question.reject(cause);
		} finally {
			groups.delete(host);
		}
	}

	/** Answers questions in one session. At least one question is removed, so that the group ends. */
	async function runSession(waiting: Waiting[], known: Map<string, boolean>): Promise<void> {
		const hosts = waiting[0]?.hosts.slice(0, TRIED_HOSTS) ?? [];
		const opened = await openAny(options, hosts);
		if (!("session" in opened)) {
			for (const question of waiting.splice(0)) question.resolve(opened);
			return;
		}
		const { session, server } = opened;
		/** What was found out about domains; an answer: they did not say, and are not asked again in this session. */
		const tested = new Map<string, Answer | boolean>(known);
		try {
			for (let count = 0; count < PER_SESSION && waiting.length > 0; count++) {
				const question = takeNext(waiting, tested);
				if (question.signal?.aborted) {
					question.reject(question.signal.reason);
					continue;
				}
				try {
					question.resolve(await answer(session, server, question, tested));
				} catch (cause) {
					const failure = failureOf(cause, server);
					if (failure === null) question.reject(cause);
					else question.resolve(failure);
					return;
				}
			}
		} finally {
			for (const [domain, found] of tested) if (typeof found === "boolean") known.set(domain, found);
			await session.end();
		}
	}

	return {
		ask: (question) =>
			new Promise((resolve, reject) => {
				const [host = ""] = question.hosts;
				const waiting = groups.get(host) ?? [];
				waiting.push({ ...question, resolve, reject });
				if (groups.has(host)) return;
				groups.set(host, waiting);
				// Questions of the same turn share the session.
				setImmediate(() => void runGroup(host, waiting));
			}),
	};
}

/** A session with the first of these servers that accepts one; an answer: none does. */
async function openAny(
	{ tcp, port, heloName }: EngineOptions,
	hosts: readonly string[],
): Promise<{ session: Session; server: string } | Answer> {
	let failure: Answer = { outcome: "unreachable", reply: null, server: hosts[0] ?? "", isCatchAll: null };
	for (const host of hosts) {
		try {
			return { session: await openSession({ tcp, host, port, heloName }), server: host };
		} catch (cause) {
			const found = failureOf(cause, host);
			if (found === null) throw cause;
			failure = found;
			// Its other servers would refuse this one, too.
			if (failure.outcome === "refused") break;
		}
	}
	return failure;
}

/** A question about a domain that this session has tested, else the oldest. */
function takeNext(waiting: Waiting[], tested: ReadonlyMap<string, unknown>): Waiting {
	const index = Math.max(
		0,
		waiting.findIndex(({ domain }) => tested.has(domain)),
	);
	const [question] = waiting.splice(index, 1);
	if (question === undefined) throw new Error("No question is waiting");
	return question;
}

async function answer(
	session: Session,
	server: string,
	{ address, domain, isCatchAll }: Question,
	tested: Map<string, Answer | boolean>,
): Promise<Answer> {
	const found = tested.get(domain) ?? isCatchAll ?? (await testCatchAll(session, server, domain));
	tested.set(domain, found);
	if (found === true) return { outcome: "catch-all", reply: null, server, isCatchAll: true };
	const reply = await session.ask(address);
	const own = { outcome: outcomeOf(reply), reply: `${reply.code} ${reply.text}`, server };
	if (found === false) return { ...own, isCatchAll: false };
	// Whether the domain accepts everything is open: that it accepts this address says nothing yet.
	return own.outcome === "accepted" ? found : { ...own, isCatchAll: null };
}

/** @returns whether the domain accepts an address that can't exist; an answer: it did not say */
async function testCatchAll(session: Session, server: string, domain: string): Promise<boolean | Answer> {
	const reply = await session.ask(impossibleAddress(domain));
	const outcome = outcomeOf(reply);
	if (outcome === "accepted") return true;
	return reply.code >= 500 ? false : { outcome, reply: `${reply.code} ${reply.text}`, server, isCatchAll: null };
}

/** The same in each run, so that greylisting servers recognize it. */
function impossibleAddress(domain: string): string {
	const digest = createHash("sha256").update(domain).digest("hex");
	return `no-such-mailbox-${digest.slice(0, 16)}@${domain}`;
}

/** What a failed conversation says; null: nothing, it is a defect. */
function failureOf(cause: unknown, server: string): Answer | null {
	if (cause instanceof SessionRefused) {
		const { code, text } = cause.reply;
		return { outcome: code < 500 ? "busy" : "refused", reply: `${code} ${text}`, server, isCatchAll: null };
	}
	if (!(cause instanceof AppError)) return null;
	return { outcome: "unreachable", reply: cause.message, server, isCatchAll: null };
}
