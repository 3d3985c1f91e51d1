/** What the messages of a thread are to each other. */

export interface ThreadMessage {
	id: string;
	threadId: string;
	/** Epoch milliseconds: when it was received; own mail: when it was written. */
	at: number;
	isOwn: boolean;
	/** Received from a person, not from a list or a program. */
	isPerson: boolean;
	/** An out-of-office reply, or another automatic message. */
	isAutomatic: boolean;
	messageId: string | null;
	inReplyTo: string | null;
}

export interface Link {
	isAnswered: boolean;
	/** Null: it answers none, or another reply did so before. */
	answersAt: number | null;
}

/**
 * Relates the messages of one thread. A reply answers the message that it names in In-Reply-To, where that is stored, and
 * otherwise the newest received one before it. Only the first reply to a message counts: later ones, and mail to which the user
 * had the last word, are follow-ups. Automatic messages answer nothing and wait for nothing; a copy of a message counts once.
 * A reply that is dated before what it answers has no response time.
 */
export function linksOf(thread: readonly ThreadMessage[]): Map<string, Link> {
	const links = new Map<string, Link>();
	const messages = withoutCopies(thread).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
	const byMessageId = new Map(
		messages.flatMap((one) => (one.messageId === null ? [] : [[one.messageId, one] as const])),
	);
	const answered = new Set<string>();
	const lastOwn = messages.findLast(({ isOwn, isAutomatic }) => isOwn && !isAutomatic)?.at ?? Number.NEGATIVE_INFINITY;
	let open: ThreadMessage | null = null;
	for (const message of messages) {
		const link: Link = {
			isAnswered: !message.isOwn && !message.isAutomatic && message.at <= lastOwn,
			answersAt: null,
		};
		links.set(message.id, link);
		if (message.isAutomatic) continue;
		if (!message.isOwn) {
			open = message;
			continue;
		}
		const named = message.inReplyTo === null ? undefined : byMessageId.get(message.inReplyTo);
		const parent: ThreadMessage | null = named ?? open;
		if (parent !== null && !parent.isOwn && !parent.isAutomatic && !answered.has(parent.id)) {
			answered.add(parent.id);
			if (parent.at <= message.at) link.answersAt = parent.at;
		}
		open = null;
	}
	return links;
}

/** Own mail comes back from lists; sent and received copies share a Message-ID: the sent one counts. */
function withoutCopies(thread: readonly ThreadMessage[]): ThreadMessage[] {
	const kept = new Map<string, ThreadMessage>();
	for (const message of thread) {
		const key = message.messageId ?? message.id;
		const known = kept.get(key);
		if (known === undefined || (message.isOwn && !known.isOwn)) kept.set(key, message);
	}
	return [...kept.values()];
}
