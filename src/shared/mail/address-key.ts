/**
 * One spelling of each address: domains in lower case and A-labels (RFC 5890: `xn--…`), which every mail server takes and
 * which mail, DNS and files of other programs have; no letters that no one sees. Whatever is stored, compared, looked up,
 * suppressed or exported has it.
 */

/** Characters that are not displayed: format characters, fillers, variation selectors, the empty Braille cell. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Between letters of these scripts the joiners U+200C and U+200D change what is read (RFC 5892 appendix A). */
const JOINING =
	/[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Mong}\p{sc=Orya}\p{sc=Sinh}\p{sc=Syrc}\p{sc=Taml}\p{sc=Telu}]/u;

/** The text without characters that are not displayed. */
export function withoutUnseen(text: string): string {
	return text.replace(UNSEEN, (found, at: number) => {
		const isJoiner = found === "\u200c" || found === "\u200d";
		return isJoiner && JOINING.test(text[at - 1] ?? "") && JOINING.test(text[at + 1] ?? "") ? found : "";
	});
}

/** A domain in lower case and A-labels, without a dot at its end; what can't be one only in lower case. */
export function asciiDomain(domain: string): string {
	const name = withoutUnseen(domain).trim().replace(/\.$/, "");
	// Of ASCII names a URL would also read ports, paths and numbers as addresses.
	if (/^[\0-\x7f]*$/.test(name) || /[\0-,/:-@[-`{-\x7f]/.test(name)) return name.toLowerCase();
	const url = `https://${name}`;
	return URL.canParse(url) ? new URL(url).hostname : name.normalize("NFC").toLowerCase();
}

/** An address as it is stored where the case of its local part is kept. */
export function oneSpelling(address: string): string {
	const text = withoutUnseen(address).trim();
	const at = text.lastIndexOf("@");
	if (at < 0) return text;
	return `${localPart(text.slice(0, at)).normalize("NFC")}@${asciiDomain(text.slice(at + 1))}`;
}

/** The same for all spellings of an address: what is looked up and compared. */
export function addressKey(address: string): string {
	return oneSpelling(address).toLowerCase();
}

/** RFC 5321 §4.1.2: quotes around what needs none change nothing. */
function localPart(local: string): string {
	return /^"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*"$/.test(local) ? local.slice(1, -1) : local;
}
