/** Addresses that one tool passes to another, which opens with them. */
export interface AddressList {
	/** What the user selected: "12 contacts". */
	name: string;
	emails: readonly string[];
}

/** The page that receives them. */
type Receiver = "enrichment" | "validator";

const waiting = new Map<Receiver, AddressList>();

/** Passes addresses to a page; navigate there afterwards. */
export function passAddresses(to: Receiver, list: AddressList): void {
	waiting.set(to, list);
}

/** The addresses that were passed to a page, once; null: none. */
export function receiveAddresses(receiver: Receiver): AddressList | null {
	const list = waiting.get(receiver) ?? null;
	waiting.delete(receiver);
	return list;
}
