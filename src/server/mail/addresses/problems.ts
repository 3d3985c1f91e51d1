import type { SyntaxProblem } from "./syntax.ts";

/** Syntax problems as text. */
export const syntaxSentences: Record<SyntaxProblem, string> = {
	"no-at": "The address has no @.",
	"too-long": "The address is longer than 254 characters.",
	"local-empty": "Nothing comes before the @.",
	"local-too-long": "The part before the @ is longer than 64 characters.",
	"local-dots": "The part before the @ begins or ends with a dot, or has two in a row.",
	"local-characters":
		"The part before the @ has characters that need quotation marks, are not allowed or can't be seen.",
	quotes: "The quotation marks before the @ are not closed, or contain characters that are not allowed.",
	"domain-empty": "Nothing comes after the @.",
	"domain-characters": "The part after the @ is not a domain name.",
	"ip-address": "The part in brackets is not an IP address.",
};
