import { t } from "./text.ts";

/** Says what removing a mailbox means for what is not its mail, in a sentence; null: nothing. */
type Consequence = (accountId: string) => Promise<string | null>;

const consequences = new Set<Consequence>();

/** Is asked before a mailbox is removed. @returns stops */
export function onMailboxRemoval(consequence: Consequence): () => void {
	consequences.add(consequence);
	return () => void consequences.delete(consequence);
}

/** What removing a mailbox means besides its mail; also that it could not be found out. */
export async function consequencesOfRemoval(accountId: string): Promise<string[]> {
	const sentences = await Promise.all(
		[...consequences].map((one) => one(accountId).catch(() => t.disconnect.unknownUnsent)),
	);
	return sentences.filter((sentence) => sentence !== null);
}
