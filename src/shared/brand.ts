/** The only file that names the product: operators who rename their installation change it here. */
export const brand = {
	name: "Mailstead",
	/** Path of the hub, and prefix of file names and storage keys. */
	slug: "mailstead",
	headline: "Your mail, in order, on your own server.",
	sentence:
		"Mailstead organizes, cleans and makes sense of a mailbox. It runs on a machine of yours and keeps what it reads there.",
} as const;

/** Path of the mail hub, where users connect mailboxes and open tools. */
export const hubPath = `/${brand.slug}` as const;

/** Sync history; `?account=` selects the mailbox. */
export const syncHistoryPath = `${hubPath}/history` as const;
