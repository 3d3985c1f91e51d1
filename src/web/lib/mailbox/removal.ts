/** Says what removing a mailbox means for what is not its mail, in a sentence; null: nothing. */
type Consequence = (accountId: string) => Promise<string | null>;

const consequences = new Set<Consequence>();

/** Is asked before a mailbox is removed. @returns stops */
export function onMailboxRemoval(consequence: Consequence): () => void {
	consequences.add(consequence);
	return () => void consequences.delete(consequence);
}

/** What removing a mailbox means besides its mail; what cannot be read is left out. */
export async function consequencesOfRemoval(accountId: string): Promise<string[]> {
	const said = await Promise.all([...consequences].map((one) => one(accountId).catch(() => null)));
	return said.filter((sentence) => sentence !== null);
}
