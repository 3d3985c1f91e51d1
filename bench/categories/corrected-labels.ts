/**
 * Messages of the Gmail mailbox whose label contradicts what promotions are, found by reading each of the 244, with what
 * they contain. A mailing that asks for money or a signature, or advertises something, is a promotion; mail of public
 * bodies is not, nor are confirmations and welcomes that ask for neither. Where both fit, Gmail's label stays. Keys are the
 * first digits of the SHA-256 of their Message-IDs, because mail of others is not part of the project.
 */

/** Gmail has them under updates or personal: nearly all of two election campaigns, and five others. */
export const PROMOTIONS_BY_READING: Readonly<Record<string, string>> = {
	d2133c6a525aabcc: "Introduces an association, and asks for a contribution or a membership at the end.",
	"2c5f3337011551b2": "Asks for $10 before a deadline.",
	"319fb5546ea8d419": "Asks for $5 towards a target.",
	f8b8a249929350d2:
		"Advertises a candidate's program to be passed on; Gmail files the same announcement, sent by the candidate, under promotions.",
	e521991dca1a7f13: "Asks for donations.",
	"050498349298ef65": "Asks for $10 before midnight.",
	"799ed30fcfd07f8e": "Thanks for donations, and ends with a request for one.",
	"484cc0f858e3407d":
		"Advertises a candidate's program to be passed on; Gmail files another such announcement of this campaign under promotions.",
	d8acda97e4d006fa: "A contest that is entered by donating.",
	af3e56eb2cce7284: "Asks for $10 twice.",
	"958fc70fc67ec69a": "Asks for donations before a deadline.",
	f26963a1ab11cd1e: "Offers a supporter's card for a first donation.",
	"0fe4cb2f74f9599c":
		"A program welcomes a subscriber, and asks to contribute and to volunteer; no person wrote it to its reader.",
	"9c183b03f18e4150": "Asks for $5 before midnight.",
	"807dd128b9a680ee": "A contest that is entered by donating.",
	"4b6788cdd6d0aac8": "Asks for donations by buttons with amounts.",
	aa83b22deed50a84: "Asks for $5 towards a target.",
	fb1f13a9141f45ab: "The last request for donations of a fundraising day.",
	b1fdd53dc56979c8: "Asks for donations before a deadline.",
	"10e82c90792de0ba": "Introduces a campaign with goods to buy and a request for a donation.",
	"39b8df06576794d1": "Thanks for joining, and asks for $5.",
	cf795c4d293d2609: "Asks for $10 in the first paragraph.",
	"8e4afc438c471287": "Asks to sign, and for donations.",
	"6bc4fc693e4f80b8": "Asks for a donation, as the other 16 emails of this sender do.",
	"6fd4fc5c197102fa": "Advertises T-shirts for sale.",
	"900efc1a6e2cd159": "Asks for donations by buttons with amounts.",
	d1d51a2da21fc5fa: "Asks for donations towards a target.",
	"2d93096134702601": "Asks for donations to pay for an advertisement.",
	a07d40272cc79571: "The last call of a contest that is entered by donating.",
	"4eac9bbe83099f70": "Asks supporters to advertise the candidate by videos, and for a donation below.",
	e65ba2cc94758152: "Asks for a first donation before a deadline.",
	a2f76890cfb97d44: "A survey of what to sell, rewarded with a discount of 10%.",
	"744c8488d5c9ade8": "A video that asks for donations, with a button to donate.",
	"44f66c2cf6ad9292": "Asks for donations by buttons with amounts.",
	"336cee4a8a17f293": "Asks for $10.",
};

/** Gmail has them under promotions or personal: offices of representatives, confirmations and welcomes. */
export const UPDATES_BY_READING: Readonly<Record<string, string>> = {
	"49dfc9efc2650929": "A representative's weekly report from public office.",
	fd742f6991646b5a: "Asks to confirm a subscription, and for nothing else.",
	"77aaf9799f8ce89c": "Thanks for joining, and asks for nothing.",
	"342992911ff02d30": "Welcomes a new member, and asks for nothing.",
	"072fb8e50043f6c0": "A representative's weekly report from public office.",
	a59d6eacd656e4fc: "An office announces a public hearing.",
	b086e73a02a7a78a: "An office reports that a bill has passed.",
	"377592f693f9d30e": "Asks to confirm a subscription, and for nothing else.",
	"53d323f04e5b6daf": "Asks to confirm a subscription, and for nothing else.",
	dd3e83e8f073e5e8: "Thanks for joining, and names a page to follow.",
	"99c3779a098ce684": "Welcomes a new member with news, and asks for nothing.",
	"65c8c2d6b902d150": "Thanks for joining, and asks for nothing.",
	ce1cf5cca3a27cc7: "Confirms a subscription; no person wrote it to its reader.",
	"55f7ce4793a31bd0": "Thanks for subscribing, and says what the institute does.",
	f6bf2615ec34f8c2: "Confirms that a form was submitted; no person wrote it to its reader.",
	f98fd711615a64d8: "A representative's weekly report from public office.",
	"6410476b016dabe3": "Asks to activate an account, and for nothing else.",
	d299f35a7fb4f257: "A representative's weekly report from public office.",
};
