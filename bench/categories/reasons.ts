/**
 * Why messages of the Gmail mailbox are in another category than their labels (see `corrected-labels.ts`), found by reading each
 * of them. Their keys are
 * the first digits of the SHA-256 of their Message-IDs, because mail of others is not part of the project.
 */
export const REASONS: Readonly<Record<string, string>> = {
	c020fa07141bfd1e: "Either fits: welcomes a new supporter; asks for donations in its last line only.",
	"375be2193e8d9ce0":
		"Classifier wrong: asks to sign a statement; its topic, to welcome somebody, reads like a welcome to its reader.",
	"72897b782328f924":
		"Either fits: a weekly newsletter with articles; the label files another newsletter of this sender under promotions.",
	bd17717fdb31ff1d:
		"Either fits: a list of events to register for; the label files others of this sender under promotions.",
	"7d9f7a342c8842ec":
		"Either fits: advertises a conference; the label files a similar email of this sender under promotions.",
	"495f9ecfd1c85ef4": "Either fits: welcomes a new subscriber, and asks for a contribution at the end.",
	fac655bccd90418f: "Classifier wrong: welcomes a new subscriber, and says what will be sent.",
	a217838db20ce508: "Classifier wrong: asks to activate an account; little else is in it.",
	a2cc5a1adce48c29: "Either fits: advertises a membership to those who have not joined yet, and asks to follow pages.",
	a3d4221577743f39: "Classifier wrong: a newsletter with reports; requests for support are only in its last lines.",
	b2e152a86fc54d99: "Classifier wrong: a think tank's newsletter with articles about money and prices.",
	f1bba343fcd77016:
		"Either fits: asks supporters what matters to them; its only request for money is a link at the end.",
	"02b6279f6dbb8757": "Classifier wrong: a petition to sign; its long report is taken for news.",
	"87b5f8b91047d57a": "Classifier wrong: asks to call voters; little in its words is a request for money.",
	"0b124fbd705c52df": "Classifier wrong: a petition to sign; its long report is taken for news.",
	"06ac8a6ffa3b1403": "Classifier wrong: asks to call voters; little in its words is a request for money.",
	aaa93b4254578e1f: "Either fits: a representative's column of opinions, with a link to donate.",
	"0fe4cb2f74f9599c":
		"Classifier wrong: a program welcomes a subscriber; that it asks to contribute is one of five lines.",
	d2133c6a525aabcc: "Classifier wrong: introduces an association at length; asks for a contribution at the end only.",
	"6c9ac8e56b2803ac": "Either fits: thanks for signing up, and asks to become a member at the end.",
	"129c2ba9019f1f40": "Either fits: welcomes a new member, and asks to volunteer.",
	a3511e168ee7138f: "Classifier wrong: a newsletter that is mostly pictures and links.",
	"99c3779a098ce684": "Classifier wrong: welcomes a new member with news; its thanks are worded as no others.",
	f6bf2615ec34f8c2: "Classifier wrong: confirms that a form was submitted; its footer has a link to donate.",
};
