import { NotFound } from "#server/mail/provider/errors.ts";
import type { ProviderState, RemoteFolder } from "#server/mail/provider/provider.ts";

const FOLDER = "overlay/folder/";
/** Folders per read or write. */
const BATCH = 1000;
const FOLDER_NAME_LIMIT = 200;

/** Folders the user created. */
export async function listCreated(state: ProviderState, batch = BATCH): Promise<RemoteFolder[]> {
	const folders: RemoteFolder[] = [];
	for (let after = FOLDER; ; ) {
		const page = await state.list(FOLDER, after, batch);
		for (const [key, value] of page) {
			if (typeof value === "string") folders.push({ id: key.slice(FOLDER.length), name: value, role: "custom" });
			after = key;
		}
		if (page.length < batch) return folders;
	}
}

/** The same name returns the same folder. @throws NotFound when the cleaned name is empty */
export async function createFolder(state: ProviderState, name: string): Promise<RemoteFolder> {
	const levels = name
		.normalize("NFC")
		.split("/")
		.map((level) => level.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim());
	const clean = levels
		.filter((level) => level !== "")
		.join("/")
		.slice(0, FOLDER_NAME_LIMIT)
		.toWellFormed();
	if (clean === "") throw new NotFound("A folder needs a name with at least one visible character");
	const id = `custom/${clean.toLowerCase()}`;
	const known = (await state.get([FOLDER + id])).get(FOLDER + id);
	if (typeof known === "string") return { id, name: known, role: "custom" };
	await state.put([[FOLDER + id, clean]]);
	return { id, name: clean, role: "custom" };
}

/** Discards the folders the user created. */
export async function discardFolders(state: ProviderState, batch = BATCH): Promise<void> {
	for (;;) {
		const page = await state.list(FOLDER, FOLDER, batch);
		if (page.length === 0) break;
		await state.put(page.map(([key]): [string, unknown] => [key, null]));
	}
}
