import { z } from "zod";
import { addressOf } from "#kernel/addresses.ts";
import { badRequest, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { cancelSchedule, type ScheduledTask, scheduleRecurring } from "#kernel/schedule.ts";
import { newId } from "#shared/ids.ts";
import { MAX_MONITORED, type MonitoredList, type MonitorInterval } from "../../monitored-list.ts";
import { tool } from "../../tool.ts";
import { getFile } from "../files/store.ts";
import { addressToStore, checkListJob } from "./check-job.ts";
import { beginCheck, countLists, deleteList, insertAddresses, insertList, readList, updateInterval } from "./store.ts";

/** Monitored lists of a user. */
const LIMITS = { lists: 20, addresses: MAX_MONITORED };

const input = z.object({ id: z.uuid() });

/** Validates a monitored list again on its schedule. */
export const monitorTask: ScheduledTask<MailContext, z.infer<typeof input>> = {
	name: `${tool.id}.monitor`,
	input,
	async run(ctx, { ownerId, input: { id } }) {
		await startCheck(ctx, ownerId, id);
	},
};

interface NewList {
	name: string;
	every: MonitorInterval;
	fileId?: string | undefined;
	emails?: readonly string[] | undefined;
}

/**
 * Starts monitoring a list. Addresses without a verdict are validated at once.
 * @throws AppError 400 `no-emails` or `too-many-addresses`, 404 when the file is gone, 409 `too-many-lists`
 */
export async function startMonitoring(
	ctx: MailContext,
	ownerId: string,
	{ name, every, fileId, emails = [] }: NewList,
	limits = LIMITS,
): Promise<MonitoredList> {
	const { database } = ctx;
	const file = fileId === undefined ? null : await getFile(database, ownerId, fileId);
	const given = new Set(emails.flatMap((entry) => addressToStore(addressOf(entry)) ?? []));
	if (file === null && given.size === 0) throw badRequest("no-emails", "Enter at least one email address.");
	if (file !== null) await refuseLongFile(ctx, ownerId, file.id, limits.addresses);
	if ((await countLists(database, ownerId)) >= limits.lists)
		throw conflict("too-many-lists", `You monitor ${limits.lists} lists already. Delete one first.`);
	const createdAt = new Date(ctx.now());
	const id = newId(ctx.now());
	const addresses = [...given].map((address) => ({ address, status: null, reason: null, checkedAt: null }));
	await database.transaction(async () => {
		await insertList(database, ownerId, { id, name, every, createdAt, startedAt: file?.createdAt ?? createdAt });
		await insertAddresses(database, ownerId, { id, addresses });
		await schedule(ctx, ownerId, { id, every });
		const job = { ownerId, input: { id, fileId: file?.id ?? null }, dedupeKey: id, background: true };
		await ctx.jobs.enqueue(checkListJob, job);
	});
	return readList(ctx, ownerId, id);
}

async function refuseLongFile({ work }: MailContext, ownerId: string, id: string, limit: number): Promise<void> {
	const { total } = await work.get({ ownerId, id });
	if (total <= limit) return;
	const [most, rows] = [limit, total].map((count) => count.toLocaleString("en-US"));
	throw badRequest(
		"too-many-addresses",
		`A list has at most ${most} addresses; this file has ${rows}. Split the file.`,
	);
}

/** The first run is a day, week or month from now; the time of day is that of now, so that lists are spread. */
async function schedule(
	ctx: MailContext,
	ownerId: string,
	{ id, every }: { id: string; every: MonitorInterval },
): Promise<void> {
	const cron = cronOf(new Date(ctx.now()), every);
	await scheduleRecurring(ctx, monitorTask, { ownerId, key: id, cron, timeZone: "UTC", input: { id } });
}

/** Every month has a 28th. */
function cronOf(now: Date, every: MonitorInterval): string {
	const time = `${now.getUTCMinutes()} ${now.getUTCHours()}`;
	if (every === "day") return `${time} * * *`;
	return every === "week" ? `${time} * * ${now.getUTCDay()}` : `${time} ${Math.min(28, now.getUTCDate())} * *`;
}

/** @throws AppError 404 */
export async function changeInterval(
	ctx: MailContext,
	ownerId: string,
	{ id, every }: { id: string; every: MonitorInterval },
): Promise<MonitoredList> {
	await ctx.database.transaction(async () => {
		if (await updateInterval(ctx.database, ownerId, { id, every })) await schedule(ctx, ownerId, { id, every });
	});
	return readList(ctx, ownerId, id);
}

/** Validates a list again, unless that is in progress: mail servers are asked again. @throws AppError 404 */
export async function checkNow(ctx: MailContext, ownerId: string, id: string): Promise<MonitoredList> {
	await readList(ctx, ownerId, id);
	await startCheck(ctx, ownerId, id, { since: ctx.now() });
	return readList(ctx, ownerId, id);
}

async function startCheck(
	ctx: MailContext,
	ownerId: string,
	id: string,
	asked: { since?: number } = {},
): Promise<void> {
	await ctx.database.transaction(async () => {
		if (!(await beginCheck(ctx.database, ownerId, { id, at: new Date(ctx.now()) }))) return;
		const job = { ownerId, input: { id, fileId: null, ...asked }, dedupeKey: id, background: true };
		await ctx.jobs.enqueue(checkListJob, job);
	});
}

/** A check in progress ends because its list no longer has addresses. @throws AppError 404 */
export async function stopMonitoring(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	await ctx.database.transaction(async () => {
		await deleteList(ctx.database, ownerId, id);
		await cancelSchedule(ctx, monitorTask, { ownerId, key: id });
	});
}
