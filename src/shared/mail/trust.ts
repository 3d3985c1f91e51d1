/** How far a message can be trusted: `safe` and `unknown` are shown as nothing. */
export const TRUST_VERDICTS = ["safe", "unknown", "suspicious", "forged"] as const;
export type TrustVerdict = (typeof TRUST_VERDICTS)[number];

/** What a message shows about whether it can be trusted. `about` and `other` depend on the kind: `web/lib/trust/text.ts` has a sentence for each. */
export const TRUST_SIGNALS = [
	"not_authentic",
	"no_domain",
	"hidden_letters",
	"foreign_letters",
	"look_alike",
	"borrowed_name",
	"named_address",
	"link",
	"numeric_link",
	"reply_to",
	"password_field",
	"program",
	"account_threat",
	"asks_to_confirm",
	"mailbox_full",
	"parcel_fee",
	"refund",
	"gift_cards",
	"extortion",
	"advance_fee",
	"bank_change",
	"new_number",
	"call_back",
	"document_lure",
	"links_elsewhere",
	"free_host",
	"other_name",
	"bait_domain",
	"web_page",
	"locked_archive",
	"marked_spam",
	"reported_sender",
	"contact_name",
	"contact_domain",
] as const;
export type TrustSignalKind = (typeof TRUST_SIGNALS)[number];

/** A sign, and what it counts: a message is suspicious from six on. */
export interface TrustSignal {
	kind: TrustSignalKind;
	about: string;
	other: string;
	weight: number;
	/** The sender is not who the message says: no one but its forger can have sent it. */
	isForgery?: true;
}

/** What the message itself shows. */
export interface TrustFindings {
	signals: TrustSignal[];
	/** The receiving server confirmed the domain of the sender. */
	isAuthentic: boolean;
	/**
	 * The organization of the server whose results (RFC 8601) both rest on; empty: it omits its name. Absent: there are none.
	 */
	server?: string;
	/** The signals without its results: for mailboxes that it does not receive for. Absent: they are the same. */
	unconfirmed?: TrustSignal[];
}

/** Verdicts on messages that are not to be acted upon. */
export const DISTRUSTED: readonly TrustVerdict[] = ["suspicious", "forged"];

/** Whether a message is not to be acted upon. */
export function isDistrusted(verdict: TrustVerdict | null): boolean {
	return verdict !== null && DISTRUSTED.includes(verdict);
}
