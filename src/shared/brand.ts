/** The one place that names the product: operators who rename their installation change this file. */
export const brand = {
	name: "Mailstead",
	/** Path of the hub and prefix of names in files and storage. */
	slug: "mailstead",
	headline: "Your mail, in order, on your own server.",
	sentence:
		"Mailstead organises, cleans and makes sense of a mailbox, whether it arrives as a file or over the wire. " +
		"Every bulk change can be previewed first and undone later.",
} as const;

/** Path of the mail hub, where people choose a mailbox and launch what they can do with it. */
export const hubPath = `/${brand.slug}`;
