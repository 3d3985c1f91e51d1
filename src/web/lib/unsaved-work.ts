/** Saves what was written. @returns whether all is saved */
type Save = () => Promise<boolean>;

const saves = new Set<Save>();

/** Milliseconds that a user waits for it. */
const PATIENCE = 5_000;

/** Is called before the user signs out. @returns stops */
export function onSaveAll(save: Save): () => void {
	saves.add(save);
	return () => saves.delete(save);
}

/** Saves what was written anywhere on the page. @returns whether all is saved, as far as a moment tells */
export async function saveAll(patience = PATIENCE): Promise<boolean> {
	const { promise: late, resolve } = Promise.withResolvers<boolean[]>();
	const timer = setTimeout(() => resolve([false]), patience);
	const all = Promise.all([...saves].map((save) => save().catch(() => false)));
	const results = await Promise.race([all, late]);
	clearTimeout(timer);
	return results.every(Boolean);
}
