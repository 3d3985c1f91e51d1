import { isConnectedBy } from "#shared/providers.ts";
import type { Account } from "./accounts.ts";
import { t } from "./text.ts";

/** Why mail in a mailbox cannot be changed, or why nothing new arrives. */
export type AccessProblem = "disconnected" | "signed-out" | "read-only";

type Access = Pick<Account, "status" | "access">;

/** Null: the mailbox is connected with full access. */
export function accessProblem({ status, access }: Access): AccessProblem | null {
	if (status === "disconnected") return "disconnected";
	if (status === "needs_sign_in") return "signed-out";
	return access === "read" ? "read-only" : null;
}

/** Whether the mail in it can be changed. */
export const isChangeable = ({ status, access }: Access): boolean => status !== "disconnected" && access !== "read";

/** Whether its emails can be kept when it is disconnected; otherwise it can only be deleted here. */
export const canDisconnect = ({ status, capabilities }: Pick<Account, "status" | "capabilities">): boolean =>
	capabilities.remote && status !== "disconnected";

/** Label of the button that opens the dialog about disconnecting or deleting a mailbox. */
export const disconnectLabel = (account: Account): string =>
	canDisconnect(account) ? t.disconnect.disconnectMenu : t.disconnect.deleteMenu;

/** The problem and its consequence, in sentences. @param isNamed name the mailbox, where several are shown */
export function describeProblem(account: Account, isNamed: boolean): string {
	const name = isNamed ? account.name : null;
	switch (accessProblem(account)) {
		case "disconnected":
			return t.access.disconnected(name);
		case "signed-out":
			return t.access.signedOut(name);
		case "read-only":
			return t.access.readOnly(name);
		case null:
			return "";
	}
}

/** Label of the button that solves the problem; null: there is nothing to sign in to. */
export function fixLabel(account: Account): string | null {
	const problem = accessProblem(account);
	const consents = isConnectedBy(account.provider, "consent");
	if (problem === null || (!consents && (problem === "read-only" || !isConnectedBy(account.provider, "servers"))))
		return null;
	return problem === "read-only" ? t.access.allowChanges : t.access.reconnect;
}
