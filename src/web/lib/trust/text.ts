import type { TrustSignalKind } from "#shared/mail/trust.ts";

export const t = {
	trust: {
		/** The failed check of a forged message. */
		forged: (domain: string) => `It is not from ${domain}, which didn't confirm it and asks to refuse such email.`,
		/** By kind, of what a sign is about and what it is compared with. */
		reasons: {
			not_authentic: (domain: string) => `It may not be from ${domain}: the check of its sender failed.`,
			no_domain: (domain: string, ending: string) =>
				ending === ""
					? `The sender's address ends in ${domain}, which is no internet domain.`
					: `The sender's address ends in ${domain}, but no internet domain ends in .${ending}.`,
			hidden_letters: (address: string) => `The sender's name contains hidden characters. The address is ${address}.`,
			foreign_letters: (word: string, address: string) =>
				`“${word}” in the sender's name mixes letters of different alphabets that look alike. The address is ${address}.`,
			look_alike: (domain: string, brand: string) => `${domain} is made to look like ${brand}.`,
			borrowed_name: (brand: string, domain: string) => `The sender calls itself ${brand}, but writes from ${domain}.`,
			named_address: (named: string, address: string) =>
				`The sender's name contains ${named}, but the address is ${address}.`,
			link: (shown: string, host: string) => `A link shows ${shown}, but leads to ${host}.`,
			numeric_link: (host: string) => `A link leads to a numeric address, ${host}.`,
			reply_to: (domain: string, own: string) => `Replies go to ${domain}, not to ${own}.`,
			password_field: () => "It asks for a password inside the message.",
			program: (name: string) => `The attachment ${name} is a program, which could harm your computer.`,
			account_threat: () => "It warns about your account and asks for your details, as phishing does.",
			asks_to_confirm: () => "It asks you to confirm account details.",
			mailbox_full: () => "It warns about your mailbox, but isn't from your email provider or organization.",
			parcel_fee: () => "It asks for a fee for a package.",
			refund: () => "It promises a tax refund in exchange for your details.",
			gift_cards: () => "It asks you to buy gift cards. Call the person before you do anything.",
			extortion: () => "It threatens you and demands bitcoin. Don't pay or reply.",
			advance_fee: () => "It promises money from a stranger, as advance-fee fraud does.",
			bank_change: () => "It announces new bank details. Call the company on a number you know before you pay.",
			new_number: () => "It claims to be a relative with a new phone number. Call the old number first.",
			call_back: () => "It reports a charge and asks you to call. Look up the company's number yourself.",
			document_lure: () => "It asks you to sign in to view a document.",
			links_elsewhere: (host: string, own: string) => `Its links lead to ${host}, not to ${own}.`,
			free_host: (host: string) => `A link leads to ${host}, where anyone can publish a page.`,
			other_name: (name: string, domain: string) => `The name ${name} doesn't match the address at ${domain}.`,
			bait_domain: (domain: string) => `${domain} is named like addresses that phishing uses.`,
			web_page: (name: string) => `The attachment ${name} is a web page, which may ask for your password.`,
			locked_archive: (name: string) => `The attachment ${name} is encrypted, so it can't be scanned for viruses.`,
			marked_spam: () => "Your email provider marked it as spam.",
			reported_sender: (address: string) => `Earlier email from ${address} is in Spam.`,
			contact_name: (name: string, known: string) => `You know ${name} as ${known}. This is another address.`,
			contact_domain: (domain: string, known: string) =>
				`${domain} looks like ${known}, which you know, but is another domain.`,
		} satisfies Record<TrustSignalKind, (about: string, other: string) => string>,
	},
};
