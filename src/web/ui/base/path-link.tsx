import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

interface PathLinkProps extends Omit<ComponentProps<"a">, "href"> {
	/** Path of a page without parameters: an `AppPath`, or data that was checked with `hasPath`. */
	to: string;
	search?: Record<string, string>;
	/** False: the page is not scrolled to its top, as for a dialog on the same page. */
	resetScroll?: boolean;
	activeOptions?: { exact?: boolean; includeSearch?: boolean };
}

/** A link to a page whose path comes from data. Where the path is a literal, use `Link`, which checks it. */
export function PathLink({ to, search, ...rest }: PathLinkProps) {
	// Path parameters of the current page, such as an open email, must not be carried over.
	return <Link to={to as "/"} params={{ emailId: undefined }} search={search} {...rest} />;
}
