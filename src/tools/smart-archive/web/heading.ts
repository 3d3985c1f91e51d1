import { t } from "./text.ts";
/** The page heading. */
export const heading = {
	title: t.page.smartArchiveUtility,
	description: t.page.smartArchiveUtilityDescription,
};
