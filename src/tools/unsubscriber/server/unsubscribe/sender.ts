import type { Account } from "#shared/contracts/accounts.ts";

/** Whether mail in the person's name goes out from here: not from a mailbox that is read only, uploaded, or made up. */
export function canSendFrom({ capabilities, access, status, email }: Account): boolean {
	const isOpen = status === "connected" || status === "error";
	return capabilities.send && capabilities.remote && access === "full" && isOpen && email !== null;
}
