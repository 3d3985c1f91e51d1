/** The one place that names the product: operators who rename their installation change this file. */
export const brand = {
	name: "Mailstead",
	/** Path of the hub and prefix of names in files and storage. */
	slug: "mailstead",
	headline: "Your mail, in order, on your own server.",
	sentence:
		"Mailstead organises, cleans and makes sense of a mailbox. It runs on a machine of yours and keeps what it reads there.",
	/** On the front page; say only what is true of this installation. */
	facts: [
		{
			title: "Bring a mailbox",
			text: "A mail file of any size, a Takeout archive, or a demo mailbox to look around in.",
		},
		{
			title: "Find anything",
			text: "Search every word, or narrow it down with from:, has:attachment and older_than:.",
		},
		{
			title: "Change your mind",
			text: "A bulk change shows what it will touch, and can be undone later.",
		},
	],
} as const;

/** Path of the mail hub, where people choose a mailbox and launch what they can do with it. */
export const hubPath = `/${brand.slug}`;
