import { t } from "../../base/text.ts";

/** The attachments in whose text a search was found, in place of the message's first words. */
export function FoundIn({ files }: { files: readonly string[] }) {
	return (
		<span dir="auto" title={files.join(", ")} className="max-w-3/5 shrink-0 truncate text-left text-13 text-ink-3">
			{foundInText(files)}
		</span>
	);
}

/** "In report.pdf and 1 more" */
export function foundInText([first = "", ...others]: readonly string[]): string {
	return t.list.foundIn(first, others.length);
}
