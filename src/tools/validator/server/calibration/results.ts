import type { Database } from "#kernel/database.ts";
import { LAST_RESULTS } from "#kernel/own-mail.ts";
import { type Calibration, calibrate, type DeliveryResult, NEEDED_BOUNCES, NEEDED_RESULTS } from "../../calibration.ts";
import { bounceReason } from "../own-mail.ts";

/** Bounces arrive within days: until then an accepted email says nothing. */
const BOUNCE_WINDOW_MS = 3 * 24 * 3_600_000;
/** The newest addresses that are counted. */
const MAX_RESULTS = 50_000;

/** The calibration curve of a user, from the emails they sent. */
export async function readCalibration(
	{ database, now }: { database: Database; now(): number },
	ownerId: string,
): Promise<Calibration> {
	const results = await readResults(database, ownerId, new Date(now() - BOUNCE_WINDOW_MS));
	return {
		results: results.length,
		bounces: results.filter(({ isDelivered }) => !isDelivered).length,
		...{ neededResults: NEEDED_RESULTS, neededBounces: NEEDED_BOUNCES },
		points: calibrate(results),
	};
}

/** How the last email to each address ended, with the score that the address had before; each address counts once. */
async function readResults(database: Database, ownerId: string, acceptedBefore: Date): Promise<DeliveryResult[]> {
	const rows = await database.query<{ score: number; state: string; status: string | null; reply: string | null }>(
		`select h.score, r.state, r.status, r.reply
		from (${LAST_RESULTS}) r
		join validated_emails v on v.owner_id = $1 and v.email = r.address
		cross join lateral (
			select score from validated_email_history
			where owner_id = $1 and email_id = v.id and checked_at < r.at order by checked_at desc limit 1
		) h
		where r.state <> 'accepted' or r.at < $2
		order by r.at desc limit $3`,
		[ownerId, acceptedBefore, MAX_RESULTS],
	);
	return rows.flatMap(({ score, state, status, reply }): DeliveryResult[] => {
		if (state === "accepted") return [{ score, isDelivered: true }];
		// Refused for its content, for example: that says nothing about the address.
		return bounceReason(status, reply) === null ? [] : [{ score, isDelivered: false }];
	});
}
