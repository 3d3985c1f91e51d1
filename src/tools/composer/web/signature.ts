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
	const old = `\n\n-- \n${signatureText(before)}`;
	if (body.html === null) {
		if (before !== "" && !body.text.endsWith(old)) return null;
		const own = before === "" ? body.text : body.text.slice(0, -old.length);
		return withSignature({ html: null, text: own }, after);
	}
	const document = new DOMParser().parseFromString(body.html, "text/html");
	const block = document.querySelector("[data-signature]");
	if (block === null) return before === "" ? withSignature(body, after) : null;
	if (signatureText(block.innerHTML) !== signatureText(before)) return null;
	if (after === "") block.remove();
	else block.innerHTML = after;
	const own = body.text.endsWith(old) ? body.text.slice(0, -old.length) : body.text;
	return { html: document.body.innerHTML, text: after === "" ? own : `${own}\n\n-- \n${signatureText(after)}` };
}
