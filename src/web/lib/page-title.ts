import { useEffect } from "react";
import { brand } from "#shared/brand.ts";

/** "Inbox · Mailstead". */
export function documentTitle(title?: string): string {
	return title === undefined ? brand.name : `${title} · ${brand.name}`;
}

/** Sets the document title from data, such as a message's subject; navigation restores the route's own title. */
export function usePageTitle(title: string | undefined): void {
	useEffect(() => {
		if (title === undefined) return;
		const before = document.title;
		document.title = documentTitle(title);
		return () => {
			document.title = before;
		};
	}, [title]);
}
