const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for HTML, also within double-quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}
