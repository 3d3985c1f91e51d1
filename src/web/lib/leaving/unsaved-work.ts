/** Saves what was written. @returns whether all is saved */
type Save = () => Promise<boolean>;

const saves = new Set<Save>();

const TIMEOUT_MS = 5_000;

/** Is called before the user signs out. @returns stops */
export function onSaveAll(save: Save): () => void {
	saves.add(save);
	return () => saves.delete(save);
}

/** Saves what was written anywhere on the page. @returns whether all is saved; false if it takes longer than the timeout */
export async function saveAll(timeoutMs = TIMEOUT_MS): Promise<boolean> {
	const { promise: late, resolve } = Promise.withResolvers<boolean[]>();
	const timer = setTimeout(() => resolve([false]), timeoutMs);
	const all = Promise.all([...saves].map((save) => save().catch(() => false)));
	const results = await Promise.race([all, late]);
	clearTimeout(timer);
	return results.every(Boolean);
}
