import { type MouseEvent, useRef } from "react";
import { composeTo } from "../links/compose-mailto.ts";
import { needsSheet, useLinkSheet } from "../links/open-link.tsx";

/** A link in plain text. */
export function TextLink({ href, text }: { href: string; text: string }) {
	const showSheet = useLinkSheet();
	const lastPointer = useRef("");
	const click = (event: MouseEvent<HTMLAnchorElement>) => {
		if (needsSheet(event.nativeEvent, lastPointer.current, { href, text })) {
			event.preventDefault();
			showSheet({ href, text });
		} else if (composeTo(href)) event.preventDefault();
	};
	return (
		<a
			href={href}
			target="_blank"
			rel="noopener noreferrer nofollow"
			onPointerDown={(event) => {
				lastPointer.current = event.pointerType;
			}}
			onClick={click}
			className="text-accent underline underline-offset-2"
		>
			{text}
		</a>
	);
}
