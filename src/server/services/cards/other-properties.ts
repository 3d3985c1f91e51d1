import type { CustomField } from "#shared/contact-card.ts";

/** Properties without a field of their own, by what people call them. */
const LABELS: Readonly<Record<string, string>> = {
	NICKNAME: "Nickname",
	ANNIVERSARY: "Anniversary",
	"X-ANNIVERSARY": "Anniversary",
	"X-ABDATE": "Date",
	"X-ABRELATEDNAMES": "Related",
	RELATED: "Related",
	"X-SPOUSE": "Spouse",
	"X-ASSISTANT": "Assistant",
	"X-MANAGER": "Manager",
	IMPP: "Chat",
	"X-SKYPE": "Skype",
	"X-SKYPE-USERNAME": "Skype",
	"X-JABBER": "Jabber",
	"X-ICQ": "ICQ",
	"X-TELEGRAM": "Telegram",
	"X-PHONETIC-FIRST-NAME": "Phonetic first name",
	"X-PHONETIC-LAST-NAME": "Phonetic last name",
	"X-CUSTOM-FIELD": "Custom field",
};

/** What another property says; null: nothing for people. */
export function fieldOf(name: string, params: ReadonlyMap<string, string>, text: string): CustomField | null {
	const label = LABELS[name];
	if (label === undefined || /^urn:/i.test(text)) return null;
	const service = params.get("X-SERVICE-TYPE");
	const value = name === "IMPP" ? text.replace(/^(?:x-apple|xmpp|skype|sip|aim|im|ymsgr|msnim):/i, "") : text;
	return value === "" ? null : { label: service ?? label, value };
}

/** The label of a group: address books write their own ones as `_$!<Anniversary>!$_`. */
export function labelOf(text: string): string {
	return (/^_\$!<(.*)>!\$_$/.exec(text)?.[1] ?? text).slice(0, 100);
}
