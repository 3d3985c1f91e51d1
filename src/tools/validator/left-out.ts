/** Why a row of a file is not validated, with its text. Shared by server and web app. */
export const LEFT_OUT = {
	"blank-line": "Blank line",
	"no-address": "No address in the column",
	"several-addresses": "Several addresses in one cell",
	"no-at-sign": "Not an address: it has no @",
	duplicate: "Duplicate of an earlier row",
	"plan-limit": "Beyond the limit of your plan",
} as const;

export type LeftOutReason = keyof typeof LEFT_OUT;

export const leftOutReasons = Object.keys(LEFT_OUT) as [LeftOutReason, ...LeftOutReason[]];
