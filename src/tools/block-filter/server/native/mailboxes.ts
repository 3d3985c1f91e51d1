import { AppError, conflict } from "#kernel/errors.ts";
import { getAccount, listAccounts } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { brand } from "#shared/brand.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { NativeMailbox } from "../../native-contract.ts";
import { actsIn } from "../rules/match-in-order.ts";
import { listRules } from "../rules/store.ts";
import { listNativeRules, listNativeSyncs } from "./store.ts";
import { enqueueNativeSync, switchNative } from "./sync.ts";

/** All mailboxes, with the state of the filters at their provider. */
export async function listNative(ctx: MailContext, ownerId: string): Promise<NativeMailbox[]> {
	const [accounts, stored, nativeStatuses, rules] = await Promise.all([
		listAccounts(ctx, ownerId),
		listNativeSyncs(ctx.database, ownerId),
		listNativeRules(ctx.database, ownerId),
		listRules(ctx.database, ownerId),
	]);
	return accounts.map((account): NativeMailbox => {
		const mailbox = stored.find((one) => one.accountId === account.id);
		const { possible, reason } = possibilityOf(ctx, account);
		const here = mailbox?.isOn ? rules.filter((rule) => actsIn(rule, account.id)) : [];
		return {
			accountId: account.id,
			possible,
			reason,
			isOn: mailbox?.isOn ?? false,
			state: mailbox?.state ?? "off",
			lastError: mailbox?.lastError ?? null,
			lastSyncedAt: mailbox?.lastSyncedAt?.toISOString() ?? null,
			filters: here.map(({ id, name }) => {
				const found = nativeStatuses.find((one) => one.accountId === account.id && one.filterId === id);
				const { state = "waiting", reason = null, difference = null } = found ?? {};
				return { filterId: id, name, state, reason, difference };
			}),
		};
	});
}

/**
 * Switches provider rules on or off for a mailbox.
 * @throws AppError 404, 409 `consent-needed`, `read-only`, `disconnected`, `not-supported`
 */
export async function setNative(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	isOn: boolean,
): Promise<NativeMailbox> {
	const account = await getAccount(ctx, ownerId, accountId);
	const before = await readNativeMailbox(ctx, ownerId, accountId);
	if (isOn) requirePossible(ctx, account);
	if (isOn || before.state !== "off") await switchNative(ctx, { ownerId, accountId }, isOn);
	return readNativeMailbox(ctx, ownerId, accountId);
}

/** Checks the provider again. @param again filters to restore @throws AppError 404, 409 `native-off` */
export async function refreshNative(
	ctx: MailContext,
	ownerId: string,
	accountId: string,
	again: "all" | readonly string[],
): Promise<NativeMailbox> {
	const { filters } = await readNativeMailbox(ctx, ownerId, accountId);
	const ids = again === "all" ? filters.map((one) => one.filterId) : again;
	if (!(await enqueueNativeSync(ctx, { ownerId, accountId }, ids)))
		throw conflict("native-off", "This mailbox's provider doesn't run your filters. Turn that on first.");
	return readNativeMailbox(ctx, ownerId, accountId);
}

/** @throws AppError 404 */
async function readNativeMailbox(ctx: MailContext, ownerId: string, accountId: string): Promise<NativeMailbox> {
	await getAccount(ctx, ownerId, accountId);
	const found = (await listNative(ctx, ownerId)).find((one) => one.accountId === accountId);
	if (found === undefined) throw new Error("The mailbox is there, and is not listed");
	return found;
}

interface Possibility {
	possible: NativeMailbox["possible"];
	reason: string | null;
	/** Maps to the problem that a request despite it returns. */
	code: string;
}

/** Whether a mailbox's provider can run filters. */
function possibilityOf(ctx: Pick<MailContext, "providers">, account: Account): Possibility {
	const no = (code: string, reason: string): Possibility => ({ possible: "no", reason, code });
	const provider = ctx.providers.get(account.provider);
	if (account.status === "disconnected")
		return no("disconnected", "This mailbox is disconnected. Connect it again first.");
	if (account.access === "read")
		return no("read-only", "This mailbox is connected as read-only. Connect it again with full access first.");
	if (account.capabilities.serverRules) return { possible: "yes", reason: null, code: "" };
	if (!account.capabilities.remote)
		return no("not-supported", "This mailbox has no mail server that could run filters.");
	if (provider?.consent !== undefined && provider.capabilities.serverRules) {
		const reason = `Your mail provider requires your consent before ${brand.name} can add filters there.`;
		return { possible: "consent", reason, code: "consent-needed" };
	}
	return no("not-supported", "This mail server doesn't support filters (ManageSieve).");
}

function requirePossible(ctx: Pick<MailContext, "providers">, account: Account): void {
	const { possible, reason, code } = possibilityOf(ctx, account);
	if (possible !== "yes") throw new AppError(409, code, reason ?? "");
}
