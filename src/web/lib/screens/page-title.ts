import { useEffect } from "react";
import { brand } from "#shared/brand.ts";
import { formatNumber } from "../base/format.ts";

let title: string | undefined;
let count = 0;

function show(): void {
	const name = title === undefined ? brand.name : `${title} · ${brand.name}`;
	document.title = count === 0 ? name : `(${formatNumber(count)}) ${name}`;
}

/** Sets the document title: "Inbox · Mailstead". @param name absent: the product's name alone */
export function setPageTitle(name?: string): void {
	title = name;
	show();
}

/** Shows a number before the title of every page, such as unread messages; 0 shows none. */
export function countInTitle(number: number): void {
	count = number;
	show();
}

/** Sets the document title from data, such as a message's subject; navigation restores the route's own title. */
export function usePageTitle(name: string | undefined): void {
	useEffect(() => {
		if (name === undefined) return;
		const before = title;
		setPageTitle(name);
		return () => setPageTitle(before);
	}, [name]);
}
