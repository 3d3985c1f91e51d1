import { AppError, conflict } from "#kernel/errors.ts";
import { getAccount, listAccounts } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { RestorePlan } from "../../contract.ts";
import { countMessages, mailboxesOf } from "../backups/messages.ts";
import { getBackup } from "../backups/store.ts";
import { classify } from "./classify.ts";

type Blocked = RestorePlan["blocked"][number]["reason"];

/** Why nothing can be restored to a mailbox; null: it can. */
export function whyBlocked(
	account: Pick<Account, "status" | "access"> | undefined,
): Exclude<Blocked, "no-append"> | null {
	if (account === undefined) return "gone";
	if (account.status === "disconnected") return "disconnected";
	return account.access === "read" ? "read-only" : null;
}

/** The mailboxes that a backup is restored to. @param target null: those that its messages came from */
export async function targetsOf(
	ctx: MailContext,
	ownerId: string,
	backupId: string,
	target: string | null,
): Promise<{ id: string; account: Account | undefined }[]> {
	const ids = target === null ? await mailboxesOf(ctx, ownerId, backupId) : [target];
	const accounts = new Map((await listAccounts(ctx, ownerId)).map((account) => [account.id, account]));
	return ids.map((id) => ({ id, account: accounts.get(id) }));
}

/** @throws AppError 404, 409 `backup-not-ready`, 410 `backup-expired`, 404 for an unknown target */
export async function requireRestorable(
	ctx: MailContext,
	ownerId: string,
	backupId: string,
	target: string | null,
): Promise<void> {
	const { state } = await getBackup(ctx, ownerId, backupId);
	if (state === "expired")
		throw new AppError(410, "backup-expired", "This backup has expired and its file was deleted.");
	if (state !== "ready") throw conflict("backup-not-ready", "This backup has no file yet.");
	if (target !== null) await getAccount(ctx, ownerId, target);
}

/**
 * What restoring a backup would do now. Nothing is changed.
 * @param target null: the mailboxes that the messages came from
 * @throws AppError see `requireRestorable`
 */
export async function planRestore(
	ctx: MailContext,
	ownerId: string,
	backupId: string,
	target: string | null,
): Promise<RestorePlan> {
	await requireRestorable(ctx, ownerId, backupId, target);
	const plan: RestorePlan = { count: 0, bytes: 0, fromTrash: 0, there: 0, folders: [], blocked: [] };
	for (const { id, account } of await targetsOf(ctx, ownerId, backupId, target)) {
		const blocked = whyBlocked(account);
		if (account === undefined || blocked !== null) {
			const count = await countMessages(ctx, ownerId, backupId, target === null ? id : null);
			plan.blocked.push({ accountId: id, name: account?.name ?? null, reason: blocked ?? "gone", count });
			continue;
		}
		await addAccount(ctx, { ownerId, backupId }, account, { plan, isOrigin: target === null });
	}
	plan.folders.sort((a, b) => b.count - a.count);
	return plan;
}

async function addAccount(
	ctx: MailContext,
	key: { ownerId: string; backupId: string },
	account: Account,
	{ plan, isOrigin }: { plan: RestorePlan; isOrigin: boolean },
): Promise<void> {
	const folders = new Map<string, RestorePlan["folders"][number]>();
	let refused = 0;
	for await (const page of classify(ctx, key, account, isOrigin))
		for (const { message, finding } of page) {
			if (finding.state === "there") plan.there += 1;
			else if (finding.state === "missing" && !account.capabilities.append) refused += 1;
			else {
				const { folderName: name, folderId } = finding.destination;
				const folder = folders.get(name) ?? { accountId: account.id, name, isNew: folderId === null, count: 0 };
				folders.set(name, { ...folder, count: folder.count + 1 });
				plan.count += 1;
				plan.bytes += message.sizeBytes;
				if (finding.state === "trash") plan.fromTrash += 1;
			}
		}
	plan.folders.push(...folders.values());
	if (refused > 0)
		plan.blocked.push({ accountId: account.id, name: account.name, reason: "no-append", count: refused });
}
