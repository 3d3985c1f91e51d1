import { mboxProvider } from "#providers/mbox/provider.ts";
import { memoryEnvironment } from "#providers/memory-environment.ts";

/** The raw messages of a mail file, in file order. */
export async function* messagesOf(file: string): AsyncGenerator<Uint8Array> {
	const environment = memoryEnvironment();
	environment.addFile(file);
	const session = await mboxProvider.open(environment);
	const { signal } = new AbortController();
	for (let cursor: string | null = null, more = true; more; ) {
		const page = await session.reader.listChanges(cursor, { limit: 500, signal });
		for (const { raw } of page.messages) if (raw !== undefined) yield raw;
		({ cursor, more } = page);
	}
	await session.close();
}
