import { t } from "./text.ts";

const XLSX = ".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What differs between the two addresses of the screen. */
export const variants = {
	"email-validator": {
		none: t.emailValidator.none,
		wrongType: t.emailValidator.wrongType,
		drop: t.emailValidator.drop,
		accept: `.csv,.txt,text/csv,text/plain,${XLSX}`,
		exportName: "email-validation-results",
	},
	"bulk-validator": {
		none: t.bulkValidator.none,
		wrongType: t.bulkValidator.wrongType,
		drop: t.bulkValidator.drop,
		accept: `.csv,text/csv,${XLSX}`,
		exportName: "email-validation",
	},
} as const;

export type Variant = keyof typeof variants;
