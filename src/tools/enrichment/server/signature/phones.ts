import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from "libphonenumber-js/max";

const FAX = /\b(?:fax|telefax|f)\b[\s.:)]{0,4}[(+\d]/i;
const LABEL =
	/\b(?:tel(?:ephone|efon|\.)?|phone|ph|mobile?|mob|cell(?:ular)?|gsm|handy|office|direct|work|desk|voice|m|t|p|o|c|d|w)\s*[.:)#]|\b(?:tel|telephone|phone|mobile|cell|office|direct|t|m|p)\s+[(\d]|☎|📞|📱/i;
/** A number in the North American format. */
const AMERICAN = /(?:^|[^\d+])(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]{1,2}[2-9]\d{2}[ .-]\d{4}(?!\d)/;
/** What some write after a number: `703-724-0118W`, `(315) 268-9812 Fax`. */
const LABEL_BEHIND = /(?<=\d)\s*(?:[whcmov]|\(?(?:work|home|cell|mobile|office|voice|direct)\)?)\s*$/i;
const FAX_BEHIND = /\d\s*\(?(?:fax|f)\b\)?/i;
const MAX_PHONES = 4;

/**
 * Phone numbers of a signature, in international format. National numbers count only when the country is known, and
 * only after a label or alone; fax numbers do not count.
 */
export function readPhones(lines: readonly string[], country: CountryCode | null): { field: "phone"; value: string }[] {
	const found: string[] = [];
	for (const line of lines) {
		for (const written of pieces(line)) {
			if (FAX.test(written) || FAX_BEHIND.test(written)) continue;
			const piece = written.replace(LABEL_BEHIND, "");
			const isNational = LABEL.test(piece) || isAlone(piece);
			const national = isNational ? (country ?? (AMERICAN.test(piece) ? "US" : null)) : null;
			const numbers = findPhoneNumbersInText(piece, national === null ? {} : { defaultCountry: national });
			for (const { number } of numbers) if (number.isValid()) found.push(number.formatInternational());
			if (numbers.length === 0) found.push(...withCountryCode(piece));
			if (numbers.length === 0 && national === null) found.push(...asWritten(piece));
		}
	}
	return [...new Set(found)].slice(0, MAX_PHONES).map((value) => ({ field: "phone", value }));
}

/** A number with its country code, and nothing else but its label: in use, although plans of numbers have changed since. */
function withCountryCode(piece: string): string[] {
	const written = /^[^\d+]{0,12}(\+[\d().\s-]{8,24})$/.exec(piece)?.[1];
	const number = written === undefined ? undefined : parsePhoneNumberFromString(written);
	return number?.isPossible() ? [number.formatInternational()] : [];
}

/** A number behind a label whose country is not known. */
function asWritten(piece: string): string[] {
	const number =
		/^\P{L}*(?:tel(?:ephone|efon)?|phone|ph|mobile?|mob|cell|direct|office|t|m|p)[\s.:)]{0,4}(\(?0[\d ()./-]{7,18}\d)$/iu.exec(
			piece.trim(),
		)?.[1];
	const digits = number?.replace(/\D/g, "").length ?? 0;
	return number === undefined || digits < 9 || digits > 13 ? [] : [number.replace(/\s+/g, " ")];
}

/** Several numbers share a line: each with its own label. */
function pieces(line: string): string[] {
	return line.split(
		/[|•·;*]|\s\/\s|,\s|\t| {3,}|\s-{1,2}\s|(?<=[\d-]\d{3}[whcmov]?)\s+(?=\(?\d{3}\)?[-. ]\d{3}[-.]\d{4})|(?<=\d)\s+(?=(?:fax|telefax|tel|phone|mobile|mob|cell|office|[mtpfoc][.:])\b(?!\s*$)|[mtpfoc]:)/i,
	);
}

const isAlone = (piece: string): boolean => /^[^\p{L}]*$/u.test(piece);
