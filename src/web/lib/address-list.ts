/** Addresses that one tool hands to another, which opens with them. */
export interface AddressList {
	/** What the user selected: "12 contacts". */
	name: string;
	emails: readonly string[];
}

/** The page that receives them. */
type Receiver = "enrichment" | "validator";

const waiting = new Map<Receiver, AddressList>();

/** Hands addresses to a page; navigate there afterwards. */
export function passAddresses(to: Receiver, list: AddressList): void {
	waiting.set(to, list);
}

/** The addresses that were handed to a page; null: none, or taken already. */
export function takeAddresses(receiver: Receiver): AddressList | null {
	const list = waiting.get(receiver) ?? null;
	waiting.delete(receiver);
	return list;
}
