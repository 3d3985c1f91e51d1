import { describe, expect, it } from "vitest";
import { readAct } from "../act.ts";

/** Sentences of one language by what a message that has no others does to its conversation. */
interface Sentences {
	asks: readonly string[];
	promises: readonly string[];
	/** It informs or closes. */
	waitsForNobody: readonly string[];
}

/** Tests that each sentence is read so, in a new message and in an answer. */
export function testSentences(language: string, { asks, promises, waitsForNobody }: Sentences): void {
	const kindsOf = (text: string) =>
		[false, true].map((isReply) => {
			const subject = isReply ? "Re: Panels" : "Panels";
			const sentAt = Date.parse("2026-01-14T12:00:00Z");
			return readAct({ subject, text, sentAt, isReply, incoming: null, isInvitation: false }).kind;
		});
	describe(`sentences in ${language}`, () => {
		it.each(asks)("asks: %s", (text) => expect(kindsOf(text)).toEqual(["asks", "asks"]));
		it.each(promises)("promises: %s", (text) => expect(kindsOf(text)).toEqual(["promises", "promises"]));
		it.each(waitsForNobody)("wants no answer: %s", (text) => {
			for (const kind of kindsOf(text)) expect(["informs", "closes"]).toContain(kind);
		});
	});
}
