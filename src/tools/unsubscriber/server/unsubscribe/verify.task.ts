import type { ReceivingServer } from "#kernel/mailbox.ts";
import { DnsFailure } from "#kernel/net.ts";
import { readHeaderSection } from "#kernel/parse.ts";
import type { Reason } from "../attempts/reasons.ts";
import { type Offer, readOffer } from "../methods/read-headers.ts";
import { keyNamesOf, signatureProblem } from "./signature.ts";

export interface ExamineInput {
	/** Unsubscribe links in the text. */
	links: readonly string[];
	receiver: ReceivingServer | null;
	/** Epoch milliseconds. */
	receivedAt: number;
	/** Keys by DNS name; null: the signature is not checked yet. */
	keys: Record<string, KeyAnswer> | null;
}

/** TXT records of a key; null: the lookup failed. */
export type KeyAnswer = string[][] | null;

export interface ExamineOutput {
	offer: Offer;
	/** Why the signature does not cover the method; null: it does, or is not checked yet. */
	reason: Reason | null;
	/** Keys to look up before calling again. */
	missingKeys: string[];
}

/** Reads the unsubscribe methods and checks their signature with keys that the main thread looked up. */
export default async function examineMessage(raw: Buffer, input: ExamineInput): Promise<ExamineOutput> {
	const { fields } = readHeaderSection(raw, 0);
	const offer = readOffer(fields, input.links);
	const { keys, receiver } = input;
	if (keys === null || offer.oneClick === null)
		return { offer, reason: null, missingKeys: offer.oneClick === null ? [] : keyNamesOf(fields) };
	const missing = new Set<string>();
	const dns = {
		async txt(name: string): Promise<string[][]> {
			const answer = keys[name];
			if (answer === undefined) missing.add(name);
			if (answer == null) throw new DnsFailure("DNS lookup failed");
			return answer;
		},
	};
	const receivedAt = new Date(input.receivedAt);
	const reason = await signatureProblem(dns, { raw, fields, receivedAt, receiver });
	return { offer, reason, missingKeys: [...missing] };
}
