import { ArrowRight } from "lucide-react";
import { brand, hubPath } from "#shared/brand.ts";
import { cx } from "#web/ui/cx.ts";
import { SiteButton, useSiteHost } from "../host.tsx";

/** The buttons to the product and to pricing. Reserves their space until the session is known. */
export function Providers() {
	const { visitor, hasPath } = useSiteHost();
	const signedIn = visitor === "signed-in";
	return (
		<div className={cx("flex flex-wrap gap-3", visitor === "unknown" && "invisible")}>
			<SiteButton to={signedIn && hasPath("/dashboard") ? "/dashboard" : hubPath} variant="primary" size="large">
				{signedIn ? "Go to Dashboard" : `Launch ${brand.name}`}
				<ArrowRight aria-hidden="true" size={16} />
			</SiteButton>
			<SiteButton to="/pricing" size="large">
				View Pricing
			</SiteButton>
		</div>
	);
}
