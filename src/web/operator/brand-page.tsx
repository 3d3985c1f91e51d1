import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { BrandForm } from "./brand-form.tsx";
import { OperatorFrame } from "./operator-frame.tsx";
import { t } from "./text.ts";

/** `/operator/brand`: the product's name, color, logo and the sender's name of system mail. */
export default function BrandPage() {
	return (
		<OperatorFrame>
			<Brand />
		</OperatorFrame>
	);
}

function Brand() {
	const query = useQuery({
		queryKey: operatorKeys.brand,
		queryFn: ({ signal }) => operatorApi.getBrand({}, { signal }),
	});
	return (
		<QueryView
			query={query}
			loading={<Skeleton rows={4} label={t.brandPage.loading} />}
			errorTitle={t.brandPage.couldntLoad}
		>
			{(brand) => <BrandForm brand={brand} />}
		</QueryView>
	);
}
