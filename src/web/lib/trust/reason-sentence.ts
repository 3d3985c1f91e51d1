import type { MessageWarning } from "#shared/contracts/emails.ts";
import { t } from "./text.ts";

/** A reason to be careful, in a sentence. */
export function reasonSentence({ kind, about, other }: MessageWarning): string {
	switch (kind) {
		case "not_authentic":
			return t.reasons.notAuthentic(about);
		case "no_domain":
			return t.reasons.noDomain(about, other);
		case "hidden_letters":
			return t.reasons.hiddenLetters(about);
		case "foreign_letters":
			return t.reasons.foreignLetters(about, other);
		case "look_alike":
			return t.reasons.lookAlike(about, other);
		case "borrowed_name":
			return t.reasons.borrowedName(about, other);
		case "named_address":
			return t.reasons.namedAddress(about, other);
		case "link":
			return t.reasons.link(about, other);
		case "numeric_link":
			return t.reasons.numericLink(about);
		case "reply_to":
			return t.reasons.replyTo(about, other);
		case "password_field":
			return t.reasons.passwordField;
		case "program":
			return t.reasons.program(about);
		case "account_threat":
			return t.reasons.accountThreat;
		case "asks_to_confirm":
			return t.reasons.asksToConfirm;
		case "mailbox_full":
			return t.reasons.mailboxFull;
		case "parcel_fee":
			return t.reasons.parcelFee;
		case "refund":
			return t.reasons.refund;
		case "gift_cards":
			return t.reasons.giftCards;
		case "extortion":
			return t.reasons.extortion;
		case "advance_fee":
			return t.reasons.advanceFee;
		case "bank_change":
			return t.reasons.bankChange;
		case "new_number":
			return t.reasons.newNumber;
		case "call_back":
			return t.reasons.callBack;
		case "document_lure":
			return t.reasons.documentLure;
		case "links_elsewhere":
			return t.reasons.linksElsewhere(about, other);
		case "free_host":
			return t.reasons.freeHost(about);
		case "other_name":
			return t.reasons.otherName(about, other);
		case "bait_domain":
			return t.reasons.baitDomain(about);
		case "web_page":
			return t.reasons.webPage(about);
		case "locked_archive":
			return t.reasons.lockedArchive(about);
		case "marked_spam":
			return t.reasons.markedSpam;
		case "reported_sender":
			return t.reasons.reportedSender(about);
		case "contact_name":
			return t.reasons.contactName(about, other);
		case "contact_domain":
			return t.reasons.contactDomain(about, other);
	}
}
