/** The one place that names the product: operators who rename their installation change this file. */
export const brand = {
	name: "Mailstead",
	/** Path of the hub and prefix of names in files and storage. */
	slug: "mailstead",
	headline: "Your mail, in order, on your own server.",
	sentence:
		"Mailstead organizes, cleans and makes sense of a mailbox. It runs on a machine of yours and keeps what it reads there.",
} as const;

/** Path of the mail hub, where people choose a mailbox and launch what they can do with it. */
export const hubPath = `/${brand.slug}`;

/** What each sync of a mailbox did; `?account=` names the mailbox. */
export const syncHistoryPath = `${hubPath}/history`;
