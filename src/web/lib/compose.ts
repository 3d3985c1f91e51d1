/** Opening the composer from anywhere; the tool that has it listens. */

interface Recipient {
	name: string;
	email: string;
}

export type ComposeRequest =
	| { kind: "new"; to?: Recipient[]; cc?: Recipient[]; bcc?: Recipient[]; subject?: string; text?: string }
	/** `text` goes above the quote. */
	| { kind: "reply" | "reply_all" | "forward"; emailId: string; text?: string }
	/** Continues a draft. */
	| { kind: "draft"; draftId: string };

let waiting: ComposeRequest[] = [];
let listener: ((request: ComposeRequest) => void) | null = null;

/** Opens a composer. */
export function compose(request: ComposeRequest): void {
	if (listener) listener(request);
	else waiting.push(request);
}

/** Receives all requests, also those made before. @returns stops listening */
export function onCompose(receive: (request: ComposeRequest) => void): () => void {
	listener = receive;
	const before = waiting;
	waiting = [];
	for (const request of before) receive(request);
	return () => {
		if (listener === receive) listener = null;
	};
}
