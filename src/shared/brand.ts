/** The one place that names the product: operators who rename their installation change this file. */
export const brand = {
	name: "Mailstead",
	/** Path of the hub and prefix of names in files and storage. */
	slug: "mailstead",
	sentence: "Organise, clean and understand your mail, on a server that is yours.",
} as const;

/** Path of the mail hub, where people choose a mailbox and launch what they can do with it. */
export const hubPath = `/${brand.slug}`;
