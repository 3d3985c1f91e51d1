/**
 * Direct access to a mailbox at its provider, for what plans and sending do not cover: folders, native rules, copies.
 */

/** Which server received an account's mail, and who answers for its senders. */
export { localSendersOf } from "../mail/accounts/local-senders.ts";
/** Creates a folder; the error for mailboxes without them. */
export { createFolder, notSupported } from "../mail/folders/folders.ts";
/** What providers throw. */
export { AuthExpired, RateLimited, Unavailable, Unsupported } from "../mail/provider/errors.ts";
/** Shapes of the provider interface. */
export type {
	AppendedMessage,
	FolderRole,
	LocalSenders,
	ProviderKind,
	ReceivingServer,
} from "../mail/provider/provider.ts";
/** Rules that a provider runs itself. */
export {
	NativeRuleError,
	type ProviderRule,
	type RemoteRule,
	type RuleActions,
	type RuleCondition,
	type RuleOutcome,
} from "../mail/provider/rules.ts";
export { receivingServerOf } from "../mail/sender-trust/receiving-server.ts";
/** A provider's failure in words for the user. */
export { rejectionMessage } from "../mail/sessions/rejection-message.ts";
/** A connection to the mailbox; close it when done. */
export { openSession } from "../mail/sessions/session.ts";
/** The same around a function, with failures as AppErrors. */
export { withSession } from "../mail/sessions/with-session.ts";
