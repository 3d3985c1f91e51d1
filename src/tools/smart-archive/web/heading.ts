/** The page heading. */
export const heading = {
	title: "Smart Archive Utility",
	description: "What fills your mailbox, and what of it can go. You see every email before anything happens to it.",
};
