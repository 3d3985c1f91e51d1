import { badRequest } from "#kernel/errors.ts";
import { countWaiting } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { readSettings } from "#kernel/settings.ts";
import type { ActivityScore, Period } from "../contract.ts";
import { MIN_SAMPLE, scoreOf } from "../score.ts";
import type { Span } from "../searches.ts";
import { activityScoreSettings } from "../settings.ts";
import {
	type Counts,
	hasMailBefore,
	readAnalyzedAt,
	readContacts,
	readCounts,
	readHours,
	readReplies,
	readTracked,
} from "./figures.ts";
import { quantile } from "./quantile.ts";
import { bucketsOf } from "./response-buckets.ts";
import { scopeOf } from "./scope.ts";
import { streaksOf } from "./streaks.ts";
import { isZone, workClock } from "./work-hours.ts";

const DAY_MS = 86_400_000;

interface ReportQuery {
	account?: string | undefined;
	zone: string;
}

/** Every figure of the activity score, each defined here once. @throws AppError 400 `bad-request`, 404 */
export async function readReport(ctx: MailContext, ownerId: string, query: ReportQuery): Promise<ActivityScore> {
	if (!isZone(query.zone))
		throw badRequest("bad-request", `${query.zone} is not a time zone. Use one such as Europe/Berlin.`);
	const { database } = ctx;
	const scope = await scopeOf(ctx, ownerId, query.account ?? null);
	const [work, current, before, replies, tracked, hours, contacts, waiting, lastAnalyzed, isOlder, isOldest] =
		await Promise.all([
			readSettings(database, { ownerId }, activityScoreSettings),
			readCounts(database, scope, scope.current),
			readCounts(database, scope, scope.before),
			readReplies(database, scope),
			readTracked(database, scope),
			readHours(database, scope),
			readContacts(database, scope),
			countWaiting(ctx, ownerId, query.account),
			readAnalyzedAt(database, scope),
			hasMailBefore(database, scope, scope.current.from),
			hasMailBefore(database, scope, scope.before.from),
		]);
	const clock = workClock(work, query.zone);
	const starts = Date.parse(scope.current.from);
	const [recent, past] = [
		replies.filter(({ until }) => until >= starts),
		replies.filter(({ until }) => until < starts),
	];
	// Before the conversations are read, nothing is known of answers.
	const isRead = lastAnalyzed !== null;
	const now = periodOf(scope.current, current, recent, { isOlder, clock, isRead });
	const { emailsPerDay, replyRate, openRate, score } = now;
	return {
		...{ score, lastAnalyzed, emailsPerDay, replyRate, openRate },
		averageResponseTime: now.response.median,
		sentOpenRate: shareOf(tracked.opened, tracked.openTracked),
		clickRate: shareOf(tracked.clicked, tracked.clickTracked),
		recommendations: recommend(now, waiting.me),
		current: now,
		before: isOlder ? periodOf(scope.before, before, past, { isOlder: isOldest, clock, isRead }) : null,
		...{ hours, contacts, waitingForMe: waiting.me, waitingForThem: waiting.them },
		responseTimes: bucketsOf(recent.map(({ from, until }) => until - from)),
		streaks: streaksOf(
			hours.filter(({ sent }) => sent > 0).map(({ at }) => at.slice(0, 10)),
			scope.current,
		),
	};
}

/** In percent; null: too little data. */
function shareOf(count: number, all: number): number | null {
	return all < MIN_SAMPLE ? null : (100 * count) / all;
}

interface PeriodOptions {
	/** There is mail before it: all of its days count. */
	isOlder: boolean;
	clock: (from: number, until: number) => number;
	/** Without it there is no score. */
	isRead: boolean;
}

function periodOf(
	span: Span,
	{ first, ...counts }: Counts,
	replies: readonly { from: number; until: number }[],
	{ isOlder, clock, isRead }: PeriodOptions,
): Period {
	const { received, sent, read, fromPeople, answered } = counts;
	const from = isOlder || first === null ? span.from : first;
	const days = (Date.parse(span.until) - Date.parse(from)) / DAY_MS;
	const response = responseOf(replies, clock);
	const values = {
		emailsPerDay: received + sent < MIN_SAMPLE ? null : (received + sent) / days,
		responseTime: response.median,
		replyRate: shareOf(answered, fromPeople),
		openRate: shareOf(read, received),
	};
	const { emailsPerDay, replyRate, openRate } = values;
	const score = isRead ? scoreOf(values) : null;
	return { ...span, days, ...counts, response, emailsPerDay, replyRate, openRate, score };
}

function responseOf(
	replies: readonly { from: number; until: number }[],
	clock: (from: number, until: number) => number,
): Period["response"] {
	const count = replies.length;
	if (count < MIN_SAMPLE) return { count, median: null, p90: null, elapsedMedian: null };
	const worked = replies.map(({ from, until }) => clock(from, until)).sort((a, b) => a - b);
	const elapsed = replies.map(({ from, until }) => (until - from) / 3_600_000).sort((a, b) => a - b);
	return { count, median: quantile(worked, 0.5), p90: quantile(worked, 0.9), elapsedMedian: quantile(elapsed, 0.5) };
}

/** What to do about it, the most useful first. */
function recommend(period: Period, waitingForMe: number): ActivityScore["recommendations"] {
	const { response, replyRate, openRate, emailsPerDay } = period;
	const unread = period.received - period.read;
	const all: (ActivityScore["recommendations"][number] | false)[] = [
		waitingForMe > 0 && { id: "waiting", value: waitingForMe },
		response.median !== null && response.median >= 8 && { id: "slow", value: response.median },
		replyRate !== null && replyRate <= 40 && { id: "reply_rate", value: replyRate },
		openRate !== null && openRate <= 80 && unread > 0 && { id: "unread", value: unread },
		openRate !== null && openRate <= 60 && { id: "lists", value: openRate },
		emailsPerDay !== null && emailsPerDay <= 10 && { id: "light", value: emailsPerDay },
	];
	return all.filter((one) => one !== false);
}
