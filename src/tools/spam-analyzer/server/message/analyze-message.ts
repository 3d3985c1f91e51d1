import { AppError } from "#kernel/errors.ts";
import { fetchMissing, notStored, readStored, runOnBytes, runOnMessage } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Task } from "#kernel/parse.ts";
import { NoAnswer } from "#kernel/sender-auth.ts";
import type { TrustVerdict } from "#shared/mail/trust.ts";
import type { Report } from "../../contract.ts";
import { MESSAGE_CAPS } from "../../scoring.ts";
import { type AnalysisOptions, analyze } from "../analyze.ts";
import { createLookup } from "../lookup.ts";
import { readSubject } from "../subject.ts";
import { authenticate } from "./authenticate.ts";
import type { ReadInput, ReadOutput } from "./read-message.task.ts";
import type { KeyAnswers } from "./signatures.ts";

const task: Task<ReadInput, ReadOutput> = {
	url: new URL("./read-message.task.ts", import.meta.url),
	timeoutMs: 4_000,
	isTransient: true,
};

type Source = { raw: string } | { emailId: string };
type Options = Pick<AnalysisOptions, "timeoutMs" | "rdapServers" | "signal">;

/**
 * Analyzes a message: its own authentication, path, links and attachments, and its author's domain.
 * @throws AppError 400 `not-a-message`; 404, 409, 410, 422 and 503 as for opening a message
 */
export async function analyzeMessage(
	ctx: MailContext,
	ownerId: string,
	source: Source,
	options: Options,
): Promise<Report> {
	const { run, stored } = await reader(ctx, ownerId, source);
	const first = await run({ keys: null });
	if (first.author === null)
		throw new AppError(400, "not-a-message", "This is not the source of a message: it has no From header.");
	const signal = AbortSignal.timeout(options.timeoutMs);
	const lookup = createLookup({ net: ctx.net, now: ctx.now, signal });
	const sender = readSubject(first.author);
	const [report, authentication] = await Promise.all([
		analyze(ctx, ownerId, { ...options, subject: first.author, sender, deepAnalysis: true, checkSpamRisk: true }),
		keysOf(first.keyNames, lookup).then(async (keys) => {
			const read = first.keyNames.length === 0 ? first : await run({ keys });
			return authenticateInTime(() => authenticate(lookup, read), signal);
		}),
	]);
	return withMessage(report, { ...(stored ?? first.judged), ...first.facts, authentication });
}

async function reader(
	ctx: MailContext,
	ownerId: string,
	source: Source,
): Promise<{ run: (input: ReadInput) => Promise<ReadOutput>; stored: ReadOutput["judged"] | null }> {
	if ("raw" in source) {
		// As it was sent: pasted text has other line ends.
		const bytes = Buffer.from(source.raw.trimStart().replace(/\r?\n/g, "\r\n"), "utf8");
		return { run: (input) => runOnBytes(ctx, ownerId, bytes, { task, input }), stored: null };
	}
	const { id, accountId, rawSha256, trust, warnings } = await fetchMissing(
		ctx,
		ownerId,
		await readStored(ctx.database, ownerId, source.emailId),
	);
	if (rawSha256 === null) throw notStored();
	return {
		run: (input) => runOnMessage(ctx, ownerId, { id, accountId, rawSha256 }, { task, input }),
		// The mailbox knows more than the message.
		stored: trust === undefined ? null : { verdict: trust, reasons: warnings },
	};
}

async function keysOf(names: readonly string[], lookup: ReturnType<typeof createLookup>): Promise<KeyAnswers> {
	const answers = await Promise.all(
		names.map(async (name): Promise<[string, string[][] | null]> => {
			try {
				return [name, await lookup.records(name, "TXT")];
			} catch (cause) {
				if (cause instanceof NoAnswer || lookup.signal.aborted) return [name, null];
				throw cause;
			}
		}),
	);
	return Object.fromEntries(answers);
}

type Authentication = NonNullable<Report["message"]>["authentication"];

async function authenticateInTime(work: () => Promise<Authentication>, signal: AbortSignal): Promise<Authentication> {
	try {
		return await work();
	} catch (cause) {
		if (!signal.aborted) throw cause;
		return [{ method: "spf", result: "temperror", domain: null, detail: "The DNS did not answer in time." }];
	}
}

/** A message that is not to be trusted limits the score, however well its domain is set up. */
const VERDICTS: Record<TrustVerdict, { cap: number; sentence: string } | null> = {
	safe: null,
	unknown: null,
	suspicious: { cap: MESSAGE_CAPS.suspicious, sentence: "This message looks like phishing or fraud." },
	forged: { cap: MESSAGE_CAPS.forged, sentence: "This message is forged: its sender is not who it says." },
};

/** What is wrong with the message comes before what is wrong with the domain. */
function withMessage(report: Report, message: NonNullable<Report["message"]>): Report {
	const failed = message.authentication.filter(({ result }) => result === "fail" || result === "permerror");
	const problems = [
		...failed.map(({ method, detail }) => `This message failed ${method.toUpperCase()}${detail ? `: ${detail}` : ""}`),
		...message.links.flatMap(({ problem }) => (problem === null ? [] : [problem])),
		...message.attachments.flatMap(({ filename, problem }) => (problem === null ? [] : [`${filename}: ${problem}`])),
	];
	const verdict = VERDICTS[message.verdict ?? "unknown"];
	const found = [...(verdict === null ? [] : [verdict.sentence]), ...problems, ...report.analysis.risk_factors];
	const atMost = (score: number | null): number | null =>
		verdict === null ? score : Math.min(score ?? verdict.cap, verdict.cap);
	return {
		...report,
		message,
		trust: { ...report.trust, score: atMost(report.trust.score) },
		analysis: {
			...report.analysis,
			trust_score: atMost(report.analysis.trust_score),
			risk_factors: [...new Set(found)],
		},
	};
}
