import { AnswerTooLong } from "#shared/limited-fetch.ts";
import { TooLarge } from "./errors.ts";

/** Reads the body of an answer of `limitedFetch`. @throws TooLarge */
export async function readBounded(reply: Response): Promise<Buffer> {
	try {
		return Buffer.from(await reply.arrayBuffer());
	} catch (cause) {
		throw cause instanceof AnswerTooLong ? new TooLarge(`Microsoft: ${cause.message}`) : cause;
	}
}
