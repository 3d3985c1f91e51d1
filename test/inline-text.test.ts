import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { defaultBrand, setBrand } from "#shared/brand.ts";
import { inlineText } from "../scripts/inline-text.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const plugin = inlineText(root);
const transform = plugin.transform as unknown as (code: string, id: string) => Promise<string | null>;
afterAll(() => setBrand(defaultBrand));

const page = `${root}src/web/auth/auth-page.tsx`;
const importLine = 'import { t } from "./text.ts";\n';

it("puts constant texts where they are used", async () => {
	const code = await transform(`${importLine}const label = t.frame.backToHome;`, page);
	expect(code).toContain('const label = "Back to Home";');
});

it("leaves the product's name to the browser", async () => {
	const code = await transform(`${importLine}const title = t.page.signInTo + "!";`, page);
	expect(code).toBe(
		`import { brand as inlinedBrand } from "#shared/brand.ts";\n${importLine}` +
			'const title = ("Sign in to " + inlinedBrand.name + "") + "!";',
	);
});

it("leaves functions, and modules without texts, as they are", async () => {
	expect(await transform("const t = { a: { b: 1 } }; t.a.b;", page)).toBeNull();
	const call = `${importLine}t.unknown.entry("x");`;
	expect(await transform(call, page)).toBe(call);
});

it("takes constants out of text.ts", async () => {
	const code =
		'export const t = {\n\tframe: {\n\t\tbackToHome: "Back to Home",\n\t\tother: (a: string) => a,\n\t},\n};\n';
	const rest = await transform(code, `${root}src/web/auth/text.ts`);
	expect(rest).not.toContain("Back to Home");
	expect(rest).toContain("other: (a: string) => a");
});
