import { AppError, badRequest } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { findSuppressed } from "#kernel/send.ts";
import { readSettings } from "#kernel/settings.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import type { AskedSource, Enrichment, Picture } from "../contract.ts";
import { type PublicSourceId, pictureKinds } from "../fields.ts";
import { enrichmentSettings } from "../settings.ts";
import { decide, overallConfidence } from "./decide.ts";
import type { Observation } from "./observation.ts";
import { isOptedOut } from "./opt-outs.ts";
import { ownMail } from "./own-mail/own-mail.ts";
import { paidSources } from "./paid/sources.ts";
import { publicSources } from "./public/sources.ts";
import type { Question, Source } from "./source.ts";
import { recordEnrichment } from "./store.ts";

/** As the screen checks it. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/**
 * The address as it is stored: in the one spelling.
 * @throws AppError 400 `invalid-email`
 */
export function normalizedEmail(text: string): string {
	const email = addressKey(text);
	if (!EMAIL.test(email) || email.length > 320 || /\p{Cc}/u.test(email))
		throw badRequest("invalid-email", "Please enter a valid email address.");
	return email;
}

interface EnrichRequest {
	email: string;
	isBackground?: boolean;
	/** Throws where a source limits requests, instead of leaving it out. */
	failsWhenBusy?: boolean;
	/** Public sources, and no paid ones; by default all that the user turned on. */
	sources?: readonly PublicSourceId[];
	signal?: AbortSignal | undefined;
}

/**
 * Asks the sources about a person, decides what is likely and stores it.
 * @throws AppError 400 `invalid-email`; 409 `opted-out`; 503 `source-busy` with `failsWhenBusy`; the signal's reason
 */
export async function enrich(
	ctx: MailContext,
	ownerId: string,
	{ email: given, isBackground = false, failsWhenBusy = false, sources, signal }: EnrichRequest,
): Promise<Enrichment> {
	const email = normalizedEmail(given);
	if (await isOptedOut(ctx.database, ownerId, email))
		throw new AppError(409, "opted-out", "This person opted out, so nothing is collected about them.");
	const question: Question = { ownerId, email, isBackground, failsWhenBusy, signal };
	const asked = await sourcesFor(ctx, question, sources);
	const answers = await Promise.all(asked.map((source) => askOne(ctx, source, question)));
	signal?.throwIfAborted();
	const facts = decide(
		answers.flatMap(({ observations }) => observations),
		ctx.now(),
	);
	return recordEnrichment(ctx, ownerId, {
		email,
		facts,
		pictures: onePerKind(answers.flatMap(({ pictures }) => pictures)),
		confidence: overallConfidence(facts),
		asked: answers.map(({ asked }) => asked),
	});
}

/** The sources are in order of preference. */
function onePerKind(pictures: readonly Picture[]): Picture[] {
	return pictureKinds.flatMap((kind) => pictures.find((picture) => picture.kind === kind) ?? []);
}

/** The user's mail, and the sources that the user turned on: these never for addresses on the suppression list. */
async function sourcesFor(
	{ database }: MailContext,
	{ ownerId, email }: Question,
	given: readonly PublicSourceId[] | undefined,
): Promise<Source[]> {
	const settings = await readSettings(database, { ownerId }, enrichmentSettings);
	const suppressed = await findSuppressed(database, ownerId, [email]);
	if (suppressed.has(email)) return [ownMail];
	const free = publicSources();
	const paid = paidSources();
	return [
		ownMail,
		...(given ?? settings.publicSources).map((id) => free[id]),
		// Lists ask none of them: they would cost a credit for each row.
		...(given === undefined ? settings.paidSources.map((id) => paid[id]) : []),
	];
}

/** A source that fails does not take the others with it. */
async function askOne(
	ctx: MailContext,
	source: Source,
	question: Question,
): Promise<{ observations: Observation[]; pictures: Picture[]; asked: AskedSource }> {
	try {
		const { observations, pictures = [], detail } = await source.ask(ctx, question);
		const state = observations.length + pictures.length > 0 ? "found" : "nothing";
		return { observations, pictures, asked: { source: source.id, state, detail } };
	} catch (cause) {
		if (question.signal?.aborted || !(cause instanceof AppError)) throw cause;
		if (question.failsWhenBusy && cause.code === "source-busy") throw cause;
		return { observations: [], pictures: [], asked: { source: source.id, state: "failed", detail: cause.message } };
	}
}
