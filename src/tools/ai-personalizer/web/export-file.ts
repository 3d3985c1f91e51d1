/** The name of an exported email: `email-2026-11-23T10-05-00.txt`, in local time. */
export function exportName(at: Date): string {
	const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
	return `email-${local.toISOString().slice(0, 19).replaceAll(":", "-")}.txt`;
}

/** Offers a text file to download. */
export function downloadText(name: string, text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
