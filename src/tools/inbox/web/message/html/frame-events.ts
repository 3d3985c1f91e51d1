import { type Destination, destination, type MessageLink } from "#web/lib/mail-html/links.ts";
import { composeTo } from "../links/compose-mailto.ts";
import { needsSheet } from "../links/open-link.tsx";

/**
 * Listens from the parent page to events in the frame: hovering and opening links, jumps inside the message, and the
 * app's shortcuts.
 * @param setHint target of the link under the pointer; null when there is none
 * @param openLink shows a link's sheet
 * @returns a function that stops listening
 */
export function listenToFrame(
	inside: Document,
	setHint: (hint: Destination | null) => void,
	openLink: (link: MessageLink) => void,
): () => void {
	const stop = new AbortController();
	const { signal } = stop;
	let lastPointer = "";
	const linkAt = (event: Event): MessageLink | null => {
		const link = (event.target as Element | null)?.closest?.("a[href], area[href]");
		if (!link) return null;
		// An area of a picture has no text but its description; a link's description is not what its reader sees.
		const text = link.localName === "area" ? link.getAttribute("alt") : link.textContent;
		return { href: link.getAttribute("href") ?? "", text: text ?? "" };
	};
	const show = (event: Event) => {
		const link = linkAt(event);
		setHint(link && !link.href.startsWith("#") ? destination(link.href, link.text) : null);
	};
	for (const name of ["mouseover", "focusin"]) inside.addEventListener(name, show, { signal });
	for (const name of ["mouseleave", "focusout"]) inside.addEventListener(name, () => setHint(null), { signal });
	inside.addEventListener(
		"pointerdown",
		(event) => {
			lastPointer = event.pointerType;
		},
		{ signal },
	);
	inside.addEventListener(
		"click",
		(event) => {
			const link = linkAt(event);
			if (!link) return;
			if (link.href.startsWith("#")) {
				event.preventDefault();
				inside.getElementById(link.href.slice(1))?.scrollIntoView({ block: "start" });
			} else if (needsSheet(event, lastPointer, link)) {
				event.preventDefault();
				openLink(link);
			} else if (composeTo(link.href)) event.preventDefault();
		},
		{ signal },
	);
	inside.addEventListener("keydown", passOn, { signal });
	return () => {
		stop.abort();
		setHint(null);
	};
}

/** Forwards a key to the app, unless the frame handles it. */
function passOn(event: KeyboardEvent): void {
	const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
	const onLink = (key === "Enter" || key === " ") && (event.target as Element | null)?.closest?.("a, area, summary");
	if (onLink || key === "Tab") return;
	const passed = new KeyboardEvent("keydown", {
		key,
		code,
		ctrlKey,
		metaKey,
		altKey,
		shiftKey,
		bubbles: true,
		cancelable: true,
	});
	if (!document.dispatchEvent(passed)) event.preventDefault();
}
