import { accountsIn } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Analysis } from "../../contract.ts";
import { cardsOf, type Doable, reclaimableBytes } from "./cards.ts";
import { readFigures, sum } from "./figures.ts";
import { analysisJob } from "./job.ts";
import { recommendationsOf } from "./recommendations.ts";
import { biggestSenders } from "./senders.ts";
import { readAnalyses } from "./store.ts";
import { usageOf } from "./usage.ts";

/** The current analysis, from the rollups and the results of the last job. */
export async function readAnalysis(ctx: MailContext, ownerId: string, accountId: string | null): Promise<Analysis> {
	const accounts = await accountsIn(ctx, ownerId, accountId);
	const accountIds = accounts.map(({ id }) => id);
	const scope = { ownerId, accountIds, now: ctx.now() };
	const [figures, senders, stored, jobs] = await Promise.all([
		readFigures(ctx.database, scope),
		biggestSenders(ctx.database, scope),
		readAnalyses(ctx.database, ownerId, accountIds),
		// One for each mailbox, and one for all.
		ctx.jobs.list(ownerId, { active: true, kind: analysisJob.name, limit: accounts.length + 1 }),
	]);
	const known = new Map(stored.map((analysis) => [analysis.accountId, analysis]));
	const usage = usageOf(
		accounts.map(({ id, sizeBytes }) => {
			const quota = known.get(id)?.quota;
			return {
				mailBytes: sizeBytes,
				usedBytes: quota?.usedBytes ?? null,
				limitBytes: quota?.limitBytes ?? null,
			};
		}),
	);
	const isComplete = accounts.length > 0 && stored.length === accounts.length;
	const oldest = Math.min(...stored.map(({ analyzedAt }) => analyzedAt.getTime()));
	const cards = cardsOf(figures, supportedActions(accounts));
	return {
		analyzedAt: isComplete ? new Date(oldest).toISOString() : null,
		job: jobs.items.find(({ accountId: about }) => about === accountId) ?? null,
		emails: figures.all.count,
		usage,
		reclaimableBytes: reclaimableBytes(figures),
		oldPromotionsCount: figures.oldPromotions.count,
		largeAttachmentsCount: sum(figures.large).count,
		oldEmailsCount: figures.oldEmails.count,
		duplicatesCount: sum(figures.copies).count,
		cards,
		senders,
		recommendations: recommendationsOf({ figures, cards, senders, usage }),
		isClassifying: figures.isClassifying,
	};
}

/** Actions that these mailboxes support. */
function supportedActions(accounts: readonly Account[]): Doable {
	const changeable = accounts.filter(({ access, status }) => access === "full" && status !== "disconnected");
	return {
		archive: changeable.length > 0,
		detach: changeable.some(({ capabilities }) => capabilities.append),
		permanentDelete: changeable.every(({ capabilities }) => capabilities.permanentDelete),
	};
}
