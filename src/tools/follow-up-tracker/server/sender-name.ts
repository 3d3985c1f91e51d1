import { partsOfName } from "#shared/person-name.ts";
import type { Plan } from "../contract.ts";

type Names = Pick<Plan, "fromName" | "senderNames">;

/** Under which name a mailbox sends; empty: under none. */
export function senderName({ fromName, senderNames }: Names, accountId: string | null | undefined): string {
	return (accountId == null ? undefined : senderNames[accountId]) ?? fromName;
}

/** Values of the sender's merge fields; without a name there are none. */
export function senderValues(names: Names, accountId: string | null | undefined): Record<string, string> {
	const name = senderName(names, accountId);
	return name === "" ? {} : { sender_name: name, sender_first_name: partsOfName(name).firstName ?? name };
}
