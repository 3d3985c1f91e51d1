import type { Database } from "#kernel/database.ts";
import { findPerson } from "#kernel/people.ts";
import type { Passport } from "../contract.ts";
import type { AnalysisContext } from "./analyze.ts";
import { checkLookAlike } from "./checks/look-alike.ts";
import { checkProvider } from "./checks/provider.ts";
import { readKnownDomains, readOwnMail } from "./own-mail.ts";
import { readSubject } from "./subject.ts";

/** What the user's own mail shows about a sender; no one is asked. @throws AppError as `readSubject` */
export async function readPassport(ctx: AnalysisContext, ownerId: string, text: string): Promise<Passport> {
	const { database } = ctx;
	const sender = readSubject(text);
	const address = sender.address ?? sender.domain;
	const [person, { mail, name, read, bytes }, known, analysis] = await Promise.all([
		findPerson(database, ownerId, address),
		readOwnMail(ctx, ownerId, sender),
		readKnownDomains(database, ownerId),
		readLatest(database, ownerId, sender.domain),
	]);
	const findings = [checkProvider(sender.domain), checkLookAlike(sender.domain, known)];
	return {
		...{ address, domain: sender.domain, name: person?.name || name, organization: person?.organization ?? "" },
		findings: findings.map(({ state, detail }) => ({ state, detail })),
		...{ mail, read, bytes, analysis },
	};
}

async function readLatest(database: Database, ownerId: string, domain: string): Promise<Passport["analysis"]> {
	const row = await database.one<{ id: string; trustScore: number | null; at: Date }>(
		`select id, trust_score as "trustScore", analyzed_at as at from spam_analyses
		where owner_id = $1 and domain = $2 order by analyzed_at desc limit 1`,
		[ownerId, domain],
	);
	return row === undefined ? null : { id: row.id, trustScore: row.trustScore, analyzedAt: row.at.toISOString() };
}
