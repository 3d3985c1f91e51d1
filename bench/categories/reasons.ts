/**
 * Why messages of the Gmail mailbox are in another category than their labels, found by reading each of them. Their keys are
 * the first digits of the SHA-256 of their Message-IDs, because mail of others is not part of the project.
 */
export const REASONS: Readonly<Record<string, string>> = {
	fd742f6991646b5a: "Either fits: asks to confirm a subscription to a campaign's newsletter.",
	"99c3779a098ce684": "Either fits: welcomes a new member with news of its movement, and offers nothing.",
	c020fa07141bfd1e: "Either fits: welcomes a new supporter; asks for donations in its last line only.",
	"342992911ff02d30": "Either fits: welcomes a new member of a charity.",
	"375be2193e8d9ce0":
		"Classifier wrong: asks to sign a statement; its topic, to welcome somebody, reads like a welcome to its reader.",
	"377592f693f9d30e": "Either fits: asks to confirm a subscription to an organization's newsletter.",
	"72897b782328f924":
		"Either fits: a weekly newsletter with articles; the label files another newsletter of this sender under promotions.",
	bd17717fdb31ff1d:
		"Either fits: a list of events to register for; the label files others of this sender under promotions.",
	f8b8a249929350d2: "Classifier wrong: announces a campaign's program, and asks for nothing but to read it.",
	e521991dca1a7f13: "Label disputed: asks for donations, which the label files under promotions for other campaigns.",
	"050498349298ef65":
		"Label disputed: asks for $10 before midnight, which the label files under promotions for other campaigns.",
	"799ed30fcfd07f8e":
		"Label disputed: thanks for donations and ends with a request for one, which the label files under promotions for other campaigns.",
	"484cc0f858e3407d": "Classifier wrong: announces a campaign's program, and asks for nothing but to read it.",
	d8acda97e4d006fa:
		"Label disputed: a contest that is entered by donating, which the label files under promotions for other campaigns.",
	"958fc70fc67ec69a":
		"Label disputed: asks for donations before a deadline, which the label files under promotions for other campaigns.",
	f26963a1ab11cd1e:
		"Label disputed: offers a supporter's card for a first donation, which the label files under promotions for other campaigns.",
	"807dd128b9a680ee":
		"Label disputed: a contest that is entered by donating before midnight, which the label files under promotions for other campaigns.",
	fb1f13a9141f45ab:
		"Label disputed: the last request for donations of a fundraising day, which the label files under promotions for other campaigns.",
	"10e82c90792de0ba":
		"Either fits: introduces a campaign to a new supporter, with goods to buy and a donation to make.",
	cf795c4d293d2609:
		"Label disputed: asks for $10 in the first paragraph, which the label files under promotions for other campaigns.",
	"2d93096134702601":
		"Label disputed: asks for donations to pay for an advertisement, which the label files under promotions for other campaigns.",
	a07d40272cc79571:
		"Label disputed: the last call of a contest that is entered by donating, which the label files under promotions for other campaigns.",
	"4eac9bbe83099f70": "Either fits: asks supporters for videos; its only request for money is a link at the end.",
	"7d9f7a342c8842ec":
		"Either fits: advertises a conference; the label files a similar email of this sender under promotions.",
	"6bc4fc693e4f80b8":
		"Label disputed: asks for a donation, as the other 16 emails of this sender do that the label files under promotions.",
	"0fe4cb2f74f9599c":
		"Label disputed: a campaign's welcome that asks for donations and volunteers; no person wrote it to its reader.",
	ce1cf5cca3a27cc7: "Label disputed: a newsletter confirms a subscription; no person wrote it to its reader.",
	f6bf2615ec34f8c2: "Label disputed: a program confirms that a form was submitted; no person wrote it to its reader.",
	"495f9ecfd1c85ef4": "Either fits: welcomes a new subscriber, and asks for a contribution at the end.",
	"39b8df06576794d1":
		"Label disputed: a campaign's welcome that asks for $5, as other campaigns' welcomes do that the label files under promotions.",
	fac655bccd90418f: "Classifier wrong: welcomes a new subscriber, and says what will be sent.",
	a217838db20ce508: "Classifier wrong: asks to activate an account; little else is in it.",
	"49dfc9efc2650929":
		"Label disputed: a representative's weekly report; the label files others of the same office under updates.",
	"072fb8e50043f6c0":
		"Label disputed: a representative's weekly report; the label files those of other offices under updates.",
	a59d6eacd656e4fc:
		"Label disputed: an office announces a public hearing; the label files such announcements of other offices under updates.",
	b086e73a02a7a78a:
		"Label disputed: an office reports that a bill has passed; the label files such reports of other offices under updates.",
	f98fd711615a64d8:
		"Label disputed: an office's weekly report, all in pictures; the label files those of other offices under updates.",
	d299f35a7fb4f257:
		"Label disputed: a representative's weekly report; the label files others of the same office under updates.",
	a2cc5a1adce48c29: "Label disputed: advertises a membership to those who have not joined yet.",
	d1d51a2da21fc5fa: "Label disputed: asks for donations towards a target.",
	a3d4221577743f39: "Classifier wrong: a newsletter with reports; requests for support are only in its last lines.",
	"2c5f3337011551b2":
		"Label disputed: asks for $10 before a deadline, which the label files under promotions for other campaigns.",
	"319fb5546ea8d419":
		"Label disputed: asks for $5 towards a target, which the label files under promotions for other campaigns.",
	af3e56eb2cce7284: "Label disputed: asks for $10 twice, which the label files under promotions for other campaigns.",
	"9c183b03f18e4150":
		"Label disputed: asks for $5 before midnight, which the label files under promotions for other campaigns.",
	"4b6788cdd6d0aac8":
		"Label disputed: asks for donations by buttons with amounts, which the label files under promotions for other campaigns.",
	aa83b22deed50a84:
		"Label disputed: asks for $5 towards a target, which the label files under promotions for other campaigns.",
	b2e152a86fc54d99: "Classifier wrong: a think tank's newsletter with articles about money and prices.",
	b1fdd53dc56979c8:
		"Label disputed: asks for donations before a deadline, which the label files under promotions for other campaigns.",
	"8e4afc438c471287":
		"Label disputed: a petition with a request for donations, which the label files under promotions for other campaigns.",
	"6fd4fc5c197102fa": "Label disputed: advertises T-shirts for sale.",
	"900efc1a6e2cd159":
		"Label disputed: asks for donations by buttons with amounts, which the label files under promotions for other campaigns.",
	e65ba2cc94758152:
		"Label disputed: asks for a first donation before a deadline, which the label files under promotions for other campaigns.",
	a2f76890cfb97d44: "Label disputed: a survey that is rewarded with a discount of 10%.",
	"744c8488d5c9ade8":
		"Label disputed: a video that asks for donations, with a button to donate, which the label files under promotions for other campaigns.",
	"44f66c2cf6ad9292":
		"Label disputed: asks for donations by buttons with amounts, which the label files under promotions for other campaigns.",
	"336cee4a8a17f293": "Label disputed: asks for $10, which the label files under promotions for other campaigns.",
	f1bba343fcd77016:
		"Either fits: asks supporters what matters to them; its only request for money is a link at the end.",
	"02b6279f6dbb8757": "Classifier wrong: a petition to sign; its long report is taken for news.",
	"87b5f8b91047d57a": "Classifier wrong: asks to call voters; little in its words is a request for money.",
	"0b124fbd705c52df": "Classifier wrong: a petition to sign; its long report is taken for news.",
	"06ac8a6ffa3b1403": "Classifier wrong: asks to call voters; little in its words is a request for money.",
	aaa93b4254578e1f: "Either fits: a representative's column of opinions, with a link to donate.",
};
