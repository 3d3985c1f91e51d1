export const t = {
	reasons: {
		notAuthentic: (domain: string) => `It may not be from ${domain}: the check of its sender failed.`,
		noDomain: (domain: string, ending: string) =>
			ending === ""
				? `The sender's address ends in ${domain}, which is no internet domain.`
				: `The sender's address ends in ${domain}, but no internet domain ends in .${ending}.`,
		hiddenLetters: (address: string) => `The sender's name contains hidden characters. The address is ${address}.`,
		foreignLetters: (word: string, address: string) =>
			`“${word}” in the sender's name mixes letters of different alphabets that look alike. The address is ${address}.`,
		lookAlike: (domain: string, brand: string) => `${domain} is made to look like ${brand}.`,
		borrowedName: (brand: string, domain: string) => `The sender calls itself ${brand}, but writes from ${domain}.`,
		namedAddress: (named: string, address: string) =>
			`The sender's name contains ${named}, but the address is ${address}.`,
		link: (shown: string, host: string) => `A link shows ${shown}, but leads to ${host}.`,
		numericLink: (host: string) => `A link leads to a numeric address, ${host}.`,
		replyTo: (domain: string, own: string) => `Replies go to ${domain}, not to ${own}.`,
		passwordField: "It asks for a password inside the message.",
		program: (name: string) => `The attachment ${name} is a program, which could harm your computer.`,
		accountThreat: "It warns about your account and asks for your details, as phishing does.",
		asksToConfirm: "It asks you to confirm account details.",
		mailboxFull: "It warns about your mailbox, but isn't from your email provider or organization.",
		parcelFee: "It asks for a fee for a package.",
		refund: "It promises a tax refund in exchange for your details.",
		giftCards: "It asks you to buy gift cards. Call the person before you do anything.",
		extortion: "It threatens you and demands bitcoin. Don't pay or reply.",
		advanceFee: "It promises money from a stranger, as advance-fee fraud does.",
		bankChange: "It announces new bank details. Call the company on a number you know before you pay.",
		newNumber: "It claims to be a relative with a new phone number. Call the old number first.",
		callBack: "It reports a charge and asks you to call. Look up the company's number yourself.",
		documentLure: "It asks you to sign in to view a document.",
		linksElsewhere: (host: string, own: string) => `Its links lead to ${host}, not to ${own}.`,
		freeHost: (host: string) => `A link leads to ${host}, where anyone can publish a page.`,
		otherName: (name: string, domain: string) => `The name ${name} doesn't match the address at ${domain}.`,
		baitDomain: (domain: string) => `${domain} is named like addresses that phishing uses.`,
		webPage: (name: string) => `The attachment ${name} is a web page, which may ask for your password.`,
		lockedArchive: (name: string) => `The attachment ${name} is encrypted, so it can't be scanned for viruses.`,
		markedSpam: "Your email provider marked it as spam.",
		reportedSender: (address: string) => `Earlier email from ${address} is in Spam.`,
		contactName: (name: string, known: string) => `You know ${name} as ${known}. This is another address.`,
		contactDomain: (domain: string, known: string) =>
			`${domain} looks like ${known}, which you know, but is another domain.`,
	},
};
