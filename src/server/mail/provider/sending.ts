/** Sending mail: what the kernel hands to a provider, and what the provider reports. */

/** The SMTP envelope (RFC 5321 §2.3.1): bare addresses. */
export interface Envelope {
	from: string;
	/** Everyone this attempt delivers to, Bcc included. */
	to: string[];
}

export interface OutgoingMessage {
	/**
	 * RFC 5322 bytes with a Message-ID. Its To, Cc and Bcc name all recipients of the envelope. Other recipients never see
	 * the Bcc fields.
	 */
	raw: Uint8Array;
	/** As in `raw`, without angle brackets. */
	messageId: string;
	envelope: Envelope;
	/** The provider's thread, where it has `threadIds`; absent: the provider finds it by In-Reply-To and References. */
	threadId?: string;
}

export interface SendOptions {
	signal: AbortSignal;
	/** Called when an attempt has begun to wait for more than the server's first answer. */
	onWait(step: "sign_in" | "acceptance"): Promise<void>;
	/** False after an attempt that may have left something behind, such as a draft. */
	isFirstAttempt: boolean;
	/**
	 * Called once, immediately before the step after which the message may be on its way. The caller records it; when it
	 * rejects, nothing is sent.
	 * @param reference for `findSent`, shaped by the provider
	 */
	onSubmit(reference: string | null): Promise<void>;
}

/** The mail server's response for one recipient. */
export interface RecipientResult {
	address: string;
	/** `deferred`: refused for now, another attempt may succeed. */
	state: "accepted" | "rejected" | "deferred";
	/** Enhanced status code (RFC 3463), e.g. `5.1.1`; null when accepted. */
	status: string | null;
	/** The server's text, without codes; null when it gave none. */
	reply: string | null;
}

/** A copy to be saved in Sent. */
export interface NewCopy extends Pick<OutgoingMessage, "raw" | "messageId"> {
	/** The message was sent just now, and its copy was never saved before: only the mail server itself can have done so. */
	isFirstAttempt?: boolean;
}

/** The copy in Sent. */
export interface SentCopy {
	/** Its id; null: there is none yet, or the provider does not report it. */
	id: string | null;
	/** The Message-ID that the recipients see, without angle brackets; null: unknown. Some providers replace the given one. */
	messageId: string | null;
	/** Where the provider has `threadIds`. */
	threadId: string | null;
}

export interface SendResult extends SentCopy {
	/** One for each address of the envelope. */
	recipients: RecipientResult[];
}

/** A message whose delivery is uncertain. */
export interface SentQuery {
	/** Without angle brackets. */
	messageId: string;
	/** As given to `onSubmit`. */
	reference: string | null;
	/** When `onSubmit` was called, epoch milliseconds. */
	submittedAt: number;
	signal: AbortSignal;
}

/** `unsent` only when that is certain, so that sending again is safe. */
export type SentAnswer = ({ state: "sent" } & SentCopy) | { state: "unsent" } | { state: "unknown" };

/** Documented limits of a provider; null: none is documented. */
export interface SendingLimits {
	messagesPerMinute: number | null;
	/** Counts each recipient of each message, within any 24 hours. */
	recipientsPerDay: number | null;
}
