interface Body {
	/** Null: plain text. */
	html: string | null;
	text: string;
}

/** The plain form of a signature's HTML. */
export function signatureText(html: string): string {
	const document = new DOMParser().parseFromString(
		html.replace(/<(?:br|\/div|\/p|\/li)\b[^<>]*>/gi, "$&\n"),
		"text/html",
	);
	return (document.body.textContent ?? "").replace(/\n{3,}/g, "\n\n").trim();
}

/** The body with a signature below it, after the usual delimiter in plain text (RFC 3676 §4.3). */
export function withSignature({ html, text }: Body, signature: string): Body {
	if (signature === "") return { html, text };
	if (html === null) return { html, text: `${text}\n\n-- \n${signatureText(signature)}` };
	return {
		html: `${html || "<div></div>"}<div></div><div data-signature="">${signature}</div>`,
		text: `${text}\n\n-- \n${signatureText(signature)}`,
	};
}

/** The body with another mailbox's signature; null: the user has changed the old one, so it stays. */
export function replaceSignature(body: Body, before: string, after: string): Body | null {
	const text = replaceInText(body.text, signatureText(before), signatureText(after));
	if (body.html === null) return text === null ? null : { html: null, text };
	const document = new DOMParser().parseFromString(body.html, "text/html");
	const block = document.querySelector("[data-signature]");
	if (block === null) return before === "" ? withSignature(body, after) : null;
	if (signatureText(block.innerHTML) !== signatureText(before)) return null;
	if (after === "") block.remove();
	else block.innerHTML = after;
	return { html: document.body.innerHTML, text: text ?? body.text };
}

/**
 * The same in plain text, where words may stand below the signature.
 * @param before empty: there is none yet
 * @param after empty: none replaces it
 * @returns null: the text does not have the old one
 */
export function replaceInText(text: string, before: string, after: string): string | null {
	const block = (signature: string) => (signature === "" ? "" : `-- \n${signature}`);
	if (before === "") return after === "" ? text : `${text}\n\n${block(after)}`;
	const old = block(before);
	for (let at = text.lastIndexOf(old); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(old, at - 1)) {
		const [above, below] = [text.slice(0, at), text.slice(at + old.length)];
		if (!/(?:^|\n)$/.test(above) || !/^(?:\n|$)/.test(below)) continue;
		return after === "" ? above.replace(/\n{1,2}$/, "") + below : above + block(after) + below;
	}
	return null;
}
