/** Creating a filter from anywhere; the tool that has filters listens. */

/** What the filter is about: a sender, with the list that the email came from, or a search. */
export type FilterRequest = {
	/** Null: all mailboxes. */
	accountId: string | null;
	/** What it does at first; absent: the user chooses. */
	action?: "block";
	/** The sender's emails are phishing: those that are stored are reported, too, by moving them to Spam. */
	isReport?: true;
} & ({ senderEmail: string; list: { key: string; name: string } | null } | { search: string });

let waiting: FilterRequest | null = null;
let listener: ((request: FilterRequest) => void) | null = null;

/** Opens the dialog that creates a filter. */
export function newFilter(request: FilterRequest): void {
	if (listener) listener(request);
	else waiting = request;
}

/** Receives requests, also one made before. @returns stops listening */
export function onNewFilter(receive: (request: FilterRequest) => void): () => void {
	listener = receive;
	const before = waiting;
	waiting = null;
	if (before !== null) receive(before);
	return () => {
		if (listener === receive) listener = null;
	};
}
