import type { CSSProperties } from "react";
import { CATEGORIES, CATEGORY_NAMES } from "#shared/mail/categories.ts";
import { formatMonth } from "#web/lib/base/format-days.ts";
import { colorOf } from "#web/ui/charts/chart-data.ts";
import { Swatch } from "#web/ui/charts/swatch.tsx";
import type { SpaceCell } from "../../contract.ts";
import { t } from "../base/text.ts";
import { type ColorBy, monthsOf, type Step, stepsOf } from "./color-scale.ts";

/** The colors of the cells by their key. */
export function fillsOf(cells: readonly SpaceCell[], color: ColorBy): ReadonlyMap<string, CSSProperties> {
	if (color === "category")
		return new Map(cells.map(({ key, category }) => [key ?? "", categoryFill(colorOf(category ?? "other"))]));
	return new Map(
		[...stepsOf(cells, color)].map(([key, step]) => [
			key,
			{ background: colorOf(`seq-${step}`), color: `var(--chart-on-${step})` },
		]),
	);
}

/** Text is readable on the tint; the edge has the full color. */
function categoryFill(color: string): CSSProperties {
	return {
		background: `color-mix(in oklab, ${color} 24%, var(--surface))`,
		color: "var(--ink)",
		borderLeft: `4px solid ${color}`,
	};
}

const steps: readonly Step[] = [1, 2, 3, 4, 5, 6];

/** What the colors mean. */
export function ColorKey({ cells, color }: { cells: readonly SpaceCell[]; color: ColorBy }) {
	const months = color === "age" ? monthsOf(cells) : null;
	if (color === "category")
		return (
			<ul aria-label={t.space.colors} className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
				{CATEGORIES.filter((category) => cells.some((cell) => cell.category === category)).map((category) => (
					<li key={category} className="flex items-center gap-1.5">
						<Swatch color={category} />
						{CATEGORY_NAMES[category]}
					</li>
				))}
			</ul>
		);
	if (color === "size") return <p className="text-12 text-ink-3">{t.space.darkerIsLarger}</p>;
	return (
		months && (
			<p className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
				{t.space.from(formatMonth(months.newest))}
				<span aria-hidden="true" className="flex gap-px">
					{steps.map((step) => (
						<span key={step} className="h-2 w-5" style={{ background: colorOf(`seq-${step}`) }} />
					))}
				</span>
				{t.space.to(formatMonth(months.oldest))}
			</p>
		)
	);
}
