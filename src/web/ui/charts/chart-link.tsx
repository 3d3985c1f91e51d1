import type { ComponentProps, ReactNode } from "react";
import { PathLink } from "../base/path-link.tsx";
import type { ChartTarget } from "./chart-data.ts";

interface ChartLinkProps extends Omit<ComponentProps<"a">, "href" | "target"> {
	/** Null: it leads nowhere, and only the content is shown. */
	target: ChartTarget | null;
	children?: ReactNode;
}

/** A bar, cell or number that leads to the emails that it counts. */
export function ChartLink({ target, children, ...rest }: ChartLinkProps) {
	if (target === null) return children;
	return (
		<PathLink {...target} {...rest}>
			{children}
		</PathLink>
	);
}
