import { CATEGORY_NAMES, type Category } from "#shared/mail/categories.ts";
import { Swatch } from "#web/ui/charts/swatch.tsx";

/** The category as a dot in its color, named in a tooltip and for screen readers. */
export function CategoryDot({ category }: { category: Category | null }) {
	if (category === null) return <span className="size-2 shrink-0" />;
	return (
		<span title={CATEGORY_NAMES[category]} className="flex shrink-0 items-center">
			<Swatch color={category} />
			<span className="sr-only">{CATEGORY_NAMES[category]}</span>
		</span>
	);
}
