import { escapeHtml } from "#shared/escape-html.ts";

interface PageText {
	title: string;
	text: string;
	/** A button that posts to this page's own address; absent: none. */
	button?: string;
}

const style = `
:root { color-scheme: light dark; --paper: #f8f6f1; --ink: #23271f; --soft: #5c6057; --accent: #24553c; --on: #fff; }
@media (prefers-color-scheme: dark) {
	:root { --paper: #171a17; --ink: #eceae4; --soft: #aeb1a8; --accent: #8fc7a5; --on: #132018; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
	font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; padding: 2rem 1.25rem; }
h1 { font: 500 1.75rem/1.2 Georgia, serif; margin: 0 0 .75rem; }
p { margin: 0 0 1.5rem; color: var(--soft); }
button { font: inherit; font-weight: 600; padding: .625rem 1.25rem; border: 0; border-radius: .5rem; cursor: pointer;
	background: var(--accent); color: var(--on); }
`;

/**
 * A page that needs no JavaScript, and is not indexed or cached. Its form names its origin, which the server requires:
 * with the header's `no-referrer` browsers send `Origin: null`.
 */
export function pageReply({ title, text, button }: PageText, status = 200): Response {
	const form =
		button === undefined ? "" : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`;
	const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="same-origin"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>
`;
	return new Response(html, {
		status,
		headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
	});
}
