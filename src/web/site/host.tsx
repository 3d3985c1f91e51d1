import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { type ButtonStyle, buttonStyle } from "#web/ui/button/button-style.ts";

export interface SiteLinkProps {
	/** A route of the product. */
	to: string;
	search?: Record<string, string>;
	className?: string;
	children: ReactNode;
}

/**
 * What a public page needs from its host: the whole app, or the small frame in which a signed-out visitor first sees it
 * (`main.tsx`), which has neither router nor queries.
 */
export interface SiteHost {
	/** `unknown` until the server has answered. */
	visitor: "unknown" | "signed-out" | "signed-in";
	/** Whether a page is registered at a path. */
	hasPath: (path: string) => boolean;
	/** Name of the tool at a path; undefined: none is registered there. */
	titleOf: (path: string) => string | undefined;
	Link: ComponentType<SiteLinkProps>;
}

/** A link with a full page load. */
export function PlainLink({ to, search, className, children }: SiteLinkProps) {
	const query = search === undefined ? "" : `?${new URLSearchParams(search)}`;
	return (
		<a href={`${to}${query}`} aria-current={to === location.pathname ? "page" : undefined} className={className}>
			{children}
		</a>
	);
}

export const SiteHostContext = createContext<SiteHost>({
	visitor: "unknown",
	hasPath: () => false,
	titleOf: () => undefined,
	Link: PlainLink,
});

export function useSiteHost(): SiteHost {
	return useContext(SiteHostContext);
}

/** Links to a route of the product, with or without the router. */
export function SiteLink(props: SiteLinkProps) {
	const { Link } = useSiteHost();
	return <Link {...props} />;
}

/** A link that looks like a button. */
export function SiteButton({ to, search, children, icon: Icon, ...style }: SiteLinkProps & ButtonStyle) {
	return (
		<SiteLink to={to} search={search} className={buttonStyle(style, Icon !== undefined)}>
			{Icon && <Icon aria-hidden="true" size={16} className="shrink-0" />}
			{children}
		</SiteLink>
	);
}
