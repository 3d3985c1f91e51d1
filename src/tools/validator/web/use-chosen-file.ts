import { useState } from "react";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./base/text.ts";
import { type Variant, variants } from "./base/variants.ts";
import type { LoadedFile } from "./input/input-card.tsx";

/** The file that the user chose. @param onError null: there is none any more */
export function useChosenFile(variant: Variant, onError: (reason: string | null) => void) {
	const [loaded, setLoaded] = useState<LoadedFile | null>(null);
	const choose = async ([one]: File[]): Promise<void> => {
		if (one === undefined) return;
		onError(null);
		if (!isAccepted(one, variant)) toast({ ...variants[variant].wrongType, tone: "destructive" });
		else
			await loadFile(one).then(setLoaded, (cause: Error) =>
				onError(/\.xlsx$/i.test(one.name) ? cause.message : t.input.cantRead),
			);
	};
	return { loaded, setLoaded, choose };
}

/** Of text files the bulk validator takes CSV alone, as specified. */
function isAccepted({ name, type }: File, variant: Variant): boolean {
	const isCsv = /\.csv$/i.test(name) && (type === "" || /csv|excel/.test(type));
	return isCsv || /\.xlsx$/i.test(name) || (variant === "email-validator" && /\.(?:csv|txt)$/i.test(name));
}

/** Reads the beginning of a file, and loads the panel that shows it. */
async function loadFile(file: File): Promise<LoadedFile> {
	const [{ readFile }, { FilePanel: Panel }] = await Promise.all([
		import("./input/chosen-file.ts"),
		import("./input/file-panel.tsx"),
	]);
	return { chosen: await readFile(file), leavesOutDuplicates: false, Panel };
}
