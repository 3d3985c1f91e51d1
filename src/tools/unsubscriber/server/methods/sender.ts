import type { Account } from "#shared/contracts/accounts.ts";

/** Whether mail can be sent from this mailbox: not if it is read-only, uploaded, or a demo. */
export function canSendFrom({ capabilities, access, status, email }: Account): boolean {
	const isOpen = status === "connected" || status === "error";
	return capabilities.send && capabilities.remote && access === "full" && isOpen && email !== null;
}
