import { expect, it } from "vitest";
import { hubPath } from "#shared/brand.ts";
import { siteArea, toolArea } from "../app-screens.ts";
import { tools } from "../registry.ts";
import { footer, pricing, toolCards } from "./content.ts";

const paths = new Set<string>([
	...[...siteArea, ...toolArea].map(({ path }) => path),
	...tools.map(({ manifest }) => manifest.path),
]);

/** Features that every installation has, and the page where each is used. */
const core: Record<string, string> = {
	"2 Gmail accounts": hubPath,
	"GDPR compliance": "/privacy",
	"Bulk processing": "/tool/categorizer",
	"API access": "/settings/keys",
	Webhooks: "/settings/webhooks",
};

it.each([pricing.starter, pricing.pro])("sells in $name only what exists, or what the operator provides", (plan) => {
	expect(plan.features.length).toBeGreaterThan(4);
	for (const { label, to, isService } of plan.features) {
		if (isService) continue;
		const page = to ?? core[label] ?? "no page";
		expect([label, page, paths.has(page)]).toEqual([label, page, true]);
	}
});

it("has a name for each link of the front page and the footer", () => {
	const links = [...toolCards.map(({ to, title }) => ({ to, title })), ...footer.product, ...footer.tools].map(
		(link: { to: string; title?: string; label?: string }) => ({ to: link.to, name: link.title ?? link.label }),
	);
	// An installed tool has its own name, everywhere.
	const isNamed = ({ to, name }: (typeof links)[number]) =>
		name !== undefined || tools.some(({ manifest }) => manifest.path === to);
	expect(links.filter((link) => !isNamed(link))).toEqual([]);
});
