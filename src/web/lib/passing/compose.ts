/** Opening the composer from anywhere; the tool that has it listens. */

import { endTypeAhead, startTypeAhead } from "./type-ahead.ts";

interface Recipient {
	name: string;
	email: string;
}

export type ComposeRequest =
	| { kind: "new"; to?: Recipient[]; cc?: Recipient[]; bcc?: Recipient[]; subject?: string; text?: string }
	/** `text` goes above the quote; `replyTo` chooses whom a reply to a mailing list goes to. */
	| { kind: "reply" | "reply_all" | "forward"; emailId: string; text?: string; replyTo?: "sender" | "list" }
	/** Continues a draft. */
	| { kind: "draft"; draftId: string }
	/** Continues a message in a Drafts folder. */
	| { kind: "mailbox_draft"; emailId: string };

let waiting: ComposeRequest[] = [];
let listener: ((request: ComposeRequest) => void) | null = null;
/** The tool may still be loading. */
let isExpected = true;

/** Opens a composer. What is typed before it is there, however long that takes, goes into its first field. */
export function compose(request: ComposeRequest): void {
	if (listener || isExpected) startTypeAhead();
	if (listener) listener(request);
	else waiting.push(request);
}

/** Receives all requests, also those made before. @returns stops listening */
export function onCompose(receive: (request: ComposeRequest) => void): () => void {
	listener = receive;
	isExpected = false;
	const before = waiting;
	waiting = [];
	for (const request of before) receive(request);
	return () => {
		if (listener === receive) listener = null;
	};
}

/** The tool could not be loaded: nothing opens, and no keys are kept for it. */
export function noComposer(): void {
	isExpected = false;
	endTypeAhead();
}
