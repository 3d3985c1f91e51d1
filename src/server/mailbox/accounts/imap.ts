import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { getAccount } from "./store.ts";

/** @throws AppError 404, or 409 `not-supported` for a mailbox of another kind */
export async function requireImap(ctx: Context, ownerId: string, id: string): Promise<void> {
	const account = await getAccount(ctx, ownerId, id);
	if (account.provider !== "imap")
		throw new AppError(409, "not-supported", "Only an IMAP mailbox has servers of its own to set.");
}
