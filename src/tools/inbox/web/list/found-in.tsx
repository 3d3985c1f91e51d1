import { t } from "../text.ts";

/** The attachments in whose text a search was found. */
export function FoundIn({ files }: { files: readonly string[] | undefined }) {
	if (files === undefined) return null;
	return (
		<span dir="auto" title={files.join(", ")} className="max-w-36 shrink-0 truncate text-12 leading-5 text-ink-3">
			{t.list.foundIn(files[0] ?? "", files.length - 1)}
		</span>
	);
}
