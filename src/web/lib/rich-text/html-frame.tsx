/** Nothing in it loads or runs: no scripts, no remote images. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/** Links would open a tab, which the sandbox does not allow: they lead nowhere. */
const HEAD = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank"><style>body{font:13px/18px sans-serif;margin:8px;overflow-wrap:anywhere}img{max-width:100%}</style>`;

interface HtmlFrameProps {
	/** Accessible name. */
	title: string;
	html: string;
}

/** A message's HTML in a sandboxed frame, on white as most recipients see it. */
export function HtmlFrame({ title, html }: HtmlFrameProps) {
	return (
		<iframe
			title={title}
			sandbox=""
			srcDoc={`${HEAD}${html}`}
			className="mt-2 h-60 w-full rounded-2 border border-line bg-[white]"
		/>
	);
}
