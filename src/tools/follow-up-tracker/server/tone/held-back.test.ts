import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { replyTones } from "../../states.ts";
import { toneOf } from "./tone.ts";

/**
 * 140 replies in seven languages, written and annotated by a person who had not seen the cues; the author of the cues has not
 * seen these. "unsure": a reader could not tell, either.
 */
const FILE = new URL("../../../../../fixtures/campaign-replies/held-back.json", import.meta.url);
const reply = z.object({ language: z.string(), text: z.string(), tone: z.enum([...replyTones, "unsure"]) });
const replies = z
	.array(reply)
	.parse(JSON.parse(readFileSync(FILE, "utf8")))
	.map((one) => ({ ...one, said: toneOf(one.text) }));

/** Of those that a filter keeps, the share that passes. */
function share(kept: (one: (typeof replies)[number]) => boolean, passes: (one: (typeof replies)[number]) => boolean) {
	const some = replies.filter(kept);
	return some.filter(passes).length / some.length;
}

test("says what nearly every reply says, and is right where it does", () => {
	expect(replies).toHaveLength(140);
	// 0.98 and 0.90 when they were measured.
	expect(
		share(
			({ tone }) => tone !== "unsure",
			({ said }) => said !== null,
		),
	).toBeGreaterThanOrEqual(0.8);
	expect(
		share(
			({ said }) => said !== null,
			({ said, tone }) => said === tone,
		),
	).toBeGreaterThanOrEqual(0.85);
});

test("takes no refusal and no wrong person for interest", () => {
	const refusals = replies.filter(({ tone }) => tone === "refused" || tone === "wrong_person");
	expect(refusals.flatMap(({ said, text }) => (said === "interested" ? [text] : []))).toEqual([]);
});
