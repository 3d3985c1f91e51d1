import type { Colours } from "./safe-html.ts";

/** Name of the highlight of what a search found: `::highlight(search-match)`. */
export const MATCH_HIGHLIGHT = "search-match";

/** Property of a picture with its width by its height. */
export const RATIO = "--mail-ratio";

/**
 * The frame's page, before the message is inserted. Its policy is the last line of defense: no scripts, no requests,
 * images only from blob and data URLs.
 */
const policy =
	"default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; font-src 'none'; form-action 'none'; base-uri 'none'";

/** Values of the design tokens that the frame needs; it does not see the app's style sheet. */
export interface FrameTheme {
	ink: string;
	paper: string;
	link: string;
	quiet: string;
	line: string;
	/** Behind what a search found. */
	mark: string;
	dark: boolean;
	/** Pixels around the message, unless it sets its own. */
	padding: number;
	/** The message's own text colors are overridden: they were chosen for a white background. */
	plain: boolean;
}

/** Black on white, whatever the theme: for mail that sets its own background. */
const paperTheme: FrameTheme = {
	ink: "#1c231f",
	paper: "#ffffff",
	link: "#0b57a4",
	quiet: "#5c645e",
	line: "#d9dad4",
	mark: "#fbe9c0",
	dark: false,
	padding: 16,
	plain: false,
};

const tokens = {
	ink: "--ink",
	paper: "--paper",
	link: "--accent",
	quiet: "--ink-3",
	line: "--line",
	mark: "--amber-soft",
} as const;

/** How a message is shown: on white where it sets its own background, otherwise in the app's theme. */
export function themeFor(colours: Colours): FrameTheme {
	return colours === "paper" ? paperTheme : frameTheme(colours === "words");
}

function frameTheme(hasWordColours: boolean): FrameTheme {
	const dark = document.documentElement.dataset.theme === "dark";
	const style = getComputedStyle(document.documentElement);
	const value = (name: keyof typeof tokens) => style.getPropertyValue(tokens[name]).trim();
	return {
		ink: value("ink"),
		paper: "transparent",
		link: value("link"),
		quiet: value("quiet"),
		line: value("line"),
		mark: value("mark"),
		dark,
		padding: 0,
		plain: dark && hasWordColours,
	};
}

/** The frame's document as text. Nothing of the message is in it. */
export function framePage(theme: FrameTheme): string {
	return `<!doctype html><html lang=""><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="${theme.dark ? "dark" : "light"}">
<title>Message</title><style>
html{background:${theme.paper};color-scheme:${theme.dark ? "dark" : "light"};overflow-x:auto;overflow-y:hidden}
body{margin:0;padding:${theme.padding}px;box-sizing:border-box;color:${theme.ink};font:15px/1.55 "Instrument Sans Variable",system-ui,sans-serif;overflow-wrap:break-word;height:auto!important;min-height:0!important}
a{color:${theme.link}}
img{max-width:100%}
img:where([style*="${RATIO}"]){height:auto;aspect-ratio:var(${RATIO})}
img:not([src]){outline:1px dashed ${theme.line};outline-offset:-1px;color:${theme.quiet};font-size:12px}
pre{white-space:pre-wrap}
blockquote{margin:0 0 0 2px;padding-left:12px;border-left:2px solid ${theme.line};color:${theme.quiet}}
.mail-quoted{margin-top:12px}
.mail-quoted>summary{display:inline-block;cursor:pointer;list-style:none;padding:2px 8px;border:1px solid ${theme.line};border-radius:4px;font:500 12px/18px "Instrument Sans Variable",system-ui,sans-serif;color:${theme.quiet};margin-bottom:12px}
.mail-quoted>summary::-webkit-details-marker{display:none}
.mail-quoted[open]>summary .mail-quoted-closed,.mail-quoted:not([open])>summary .mail-quoted-open{display:none}
${theme.plain ? `body{color:${theme.ink}!important}body *:not(a){color:inherit!important}a,a *{color:${theme.link}!important}` : ""}
::highlight(${MATCH_HIGHLIGHT}){background-color:${theme.mark}}
:focus-visible{outline:2px solid ${theme.link};outline-offset:2px;border-radius:2px}
</style></head><body></body></html>`;
}
