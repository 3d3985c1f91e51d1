/** Texts about a mailbox's access, apart from those that every page loads. */
export const t = {
	access: {
		readOnly: (name: string | null) =>
			`${name ?? "This mailbox"} is read-only. You can read and search its emails, but not change or send any.`,
		disconnected: (name: string | null) =>
			`${name ?? "This mailbox"} is disconnected. No new emails arrive, and you can only read and search.`,
		signedOut: (name: string | null) => `Sign in to ${name ?? "this mailbox"} again to receive new emails.`,
		allowChanges: "Allow changes",
		reconnect: "Reconnect",
		connectionFailed: "Connection Failed",
		allowDeletion: "Allow permanent deletion?",
		allowDeletionDescription: (provider: string, name: string) =>
			`${provider} lets apps delete email permanently only with full access to the mailbox, which ${name} hasn't granted. You come back here afterwards. Or leave the emails in Trash, which ${provider} empties after 30 days.`,
		continueAt: (issuer: string) => `Continue to ${issuer}`,
	},
};
