/** Characters sent of a line that is no address; more than an address can have. */
const MAX_LENGTH = 400;

/**
 * The addresses and domains in pasted text or a CSV file, each once: all addresses of a line that has any, else its first
 * cell. A first line that names columns is skipped.
 */
export function targetsIn(text: string): string[] {
	const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
	const targets = lines.flatMap((line, index) => {
		const addresses = line.split(/[\s<>,;:"'()[\]\\]/).filter((word) => word.length > 1 && word.includes("@"));
		if (addresses.length > 0) return addresses;
		const cell = (line.split(/[,;\t]/)[0] ?? "").replaceAll('"', "").trim();
		return cell === "" || (index === 0 && !cell.includes(".")) ? [] : [cell];
	});
	return [...new Set(targets.map((target) => target.slice(0, MAX_LENGTH)))];
}

/** Whether a line looks like an address or a domain. The server decides. */
export function looksLikeTarget(target: string): boolean {
	return /^(?:[^\s<>,;:"()\\]*@)?(?:\*\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(target);
}
