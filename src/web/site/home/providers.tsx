import { ArrowRight } from "lucide-react";
import { hubPath } from "#shared/brand.ts";
import { hasSignedInBefore } from "#web/lib/session/earlier-visit.ts";
import { cx } from "#web/ui/base/cx.ts";
import { SiteButton, useSiteHost } from "../host.tsx";
import { t } from "../text.ts";

/** The buttons to the product and to pricing. Reserves their space until the session is known. */
export function Providers() {
	const { visitor, hasPath } = useSiteHost();
	const signedIn = visitor === "signed-in";
	const isNew = visitor === "signed-out" && !hasSignedInBefore();
	const home = signedIn && hasPath("/dashboard") ? "/dashboard" : hubPath;
	return (
		<div className={cx("flex flex-wrap gap-3", visitor === "unknown" && "invisible")}>
			<SiteButton
				to={isNew ? "/auth" : home}
				search={isNew ? { mode: "sign-up", redirect: hubPath } : undefined}
				variant="primary"
				size="large"
			>
				{signedIn ? t.home.goToDashboard : t.home.launch}
				<ArrowRight aria-hidden="true" size={16} />
			</SiteButton>
			<SiteButton to="/pricing" size="large">
				{t.home.viewPricing}
			</SiteButton>
		</div>
	);
}
