import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type MessageLink, showsDestination } from "#web/lib/mail-html/links.ts";
import { LinkSheet } from "./link-sheet.tsx";

type OpenLink = (link: MessageLink) => void;

const OpenLinkContext = createContext<OpenLink>(() => undefined);

/** Lets nested messages show where a link leads before it is opened. */
export function LinkSheetProvider({ children }: { children: ReactNode }) {
	const [link, setLink] = useState<MessageLink | null>(null);
	const [open, setOpen] = useState(false);
	const show = useMemo<OpenLink>(
		() => (next) => {
			setLink(next);
			setOpen(true);
		},
		[],
	);
	return (
		<OpenLinkContext value={show}>
			{children}
			{link && <LinkSheet link={link} open={open} onClose={() => setOpen(false)} />}
		</OpenLinkContext>
	);
}

/** @returns a function that shows the sheet of a link */
export function useLinkSheet(): OpenLink {
	return useContext(OpenLinkContext);
}

/**
 * Whether a click must show the destination first: touch and pen cannot hover, and the text does not show it.
 * @param lastPointer `pointerType` of the last pointerdown, for browsers whose click events lack it
 */
export function needsSheet(event: MouseEvent, lastPointer: string, link: MessageLink): boolean {
	// A keyboard click has no pointer type and no count.
	if (event.detail === 0) return false;
	const pointer = (event as Partial<PointerEvent>).pointerType || lastPointer;
	return (pointer === "touch" || pointer === "pen") && !showsDestination(link.href, link.text);
}
