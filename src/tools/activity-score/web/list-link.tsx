import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mailLinkClass } from "#web/lib/screens/mail-link.tsx";
import { PathLink } from "#web/ui/base/path-link.tsx";
import type { ChartTarget } from "#web/ui/charts/chart-data.ts";
import type { ListSearch } from "../lists.ts";
import { tool } from "../tool.ts";

/** The page with the emails of a figure over it, where no search of the inbox can list them. */
export function listTarget({ list, bucket, hours }: ListSearch): ChartTarget {
	return {
		to: tool.path,
		search: {
			...(list !== undefined && { list }),
			...(bucket !== undefined && { bucket }),
			...(hours !== undefined && { hours }),
		},
		resetScroll: false,
	};
}

interface ListLinkProps {
	list: ListSearch["list"];
	children: ReactNode;
}

/** A count that opens its emails, where no search can say them. */
export function ListLink({ list, children }: ListLinkProps) {
	const { hours } = useSearch({ strict: false }) as ListSearch;
	return (
		<PathLink {...listTarget({ list, hours })} className={mailLinkClass}>
			{children}
		</PathLink>
	);
}
