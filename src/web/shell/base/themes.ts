import type { Theme } from "#web/lib/settings/theme.ts";
import { t } from "./text.ts";

/** The choices of the theme menu. */
export const themes: readonly { value: Theme; label: string }[] = [
	{ value: "light", label: t.theme.light },
	{ value: "dark", label: t.theme.dark },
	{ value: "system", label: t.theme.system },
];
