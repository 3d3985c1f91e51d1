import { addressOf, parseAddress, readDomainName, storedAddress } from "#kernel/addresses.ts";
import { AppError } from "#kernel/errors.ts";
import type { Sender } from "#kernel/own-mail.ts";

/**
 * The sender that a text names: an address, `Name <address>`, or a domain.
 * @throws AppError 400 `email-required`, `invalid-email`, with the sentences of the specification
 */
export function readSubject(text: string): Sender {
	const entry = addressOf(text);
	if (entry === "") throw new AppError(400, "email-required", "Please enter an email address to analyze");
	if (entry.includes("@") && !entry.startsWith("@")) {
		const parsed = parseAddress(entry);
		if (typeof parsed === "string" || parsed.domain === null) throw invalid();
		return { address: storedAddress(parsed).toLowerCase(), domain: checkedDomain(parsed.domain.ascii) };
	}
	const name = readDomainName(entry.replace(/^@/, "").replace(/\.$/, ""));
	if (name === null) throw invalid();
	return { address: null, domain: checkedDomain(name.ascii) };
}

function checkedDomain(domain: string): string {
	if (!domain.includes(".") || /(?:^|\.)\d+$/.test(domain)) throw invalid();
	return domain;
}

function invalid(): AppError {
	return new AppError(400, "invalid-email", "Please enter a valid email address.");
}
