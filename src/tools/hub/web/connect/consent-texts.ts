import { type ConsentKind, providerInfo } from "#shared/providers.ts";
import type { ConsentScreens } from "#web/lib/mailbox/provider-screens.ts";
import type { Access } from "#web/lib/session/consent.ts";
import { providerScreens } from "#web/providers.ts";
import { t } from "./text.ts";

/** Texts that differ between providers. */
export interface ConsentTexts extends ConsentScreens {
	/** Name of the mailbox kind. */
	name: string;
	/** Who shows the consent page. */
	provider: string;
}

export function consentTexts(kind: ConsentKind): ConsentTexts {
	const { shortName, connect } = providerInfo(kind);
	return { name: shortName, provider: connect.issuer, ...providerScreens[kind] };
}

/** Label and one-line description of each access level. */
export const accessTexts: Record<Access, { label: string; hint: string }> = {
	full: { label: t.connect.fullAccess, hint: t.connect.fullAccessHint },
	read: { label: t.connect.readOnly, hint: t.connect.readOnlyHint },
};

/** A list item with details. */
export interface Point {
	title: string;
	text: string;
	/** The page that provides it; the item is hidden if that is not installed. */
	page?: string;
}

/** Benefits of connecting a mailbox. */
export function gains({ name }: ConsentTexts, access: Access): Point[] {
	return [
		{ title: t.connect.mailWithinSeconds, text: t.connect.mailWithinSecondsText },
		{ title: t.connect.fastSearch, text: t.connect.searchEveryWordServer },
		...(access === "full" ? [{ title: t.connect.changesUndone, text: t.connect.changesUndoneText(name) }] : []),
		{
			title: t.connect.emailValidationCleaning,
			text: t.connect.seeAddressesAcceptEmail,
			page: "/tool/email-validator",
		},
		{
			title: t.connect.smartCategorization,
			text: t.connect.smartCategorizationText,
			page: "/tool/categorizer",
		},
		{
			title: t.connect.automatedUnsubscribeManagement,
			text: t.connect.seeEveryMailingList,
			page: "/tool/unsubscriber",
		},
		{
			title: t.connect.inboxAnalyticsInsights,
			text: t.connect.inboxAnalyticsInsightsText,
			page: "/tool/activity-score",
		},
		{
			title: t.connect.storageUsageOptimization,
			text: t.connect.storageUsageOptimizationText,
			page: "/tool/smart-archive",
		},
	];
}

/** Security facts; list only what is true. */
export function safeguards({ provider, requested, revoking }: ConsentTexts, access: Access): Point[] {
	return [
		{
			title: t.connect.oauth20,
			text: t.connect.oauth20Text(provider),
		},
		access === "read"
			? { title: t.connect.readOnlyAccess, text: t.connect.readOnlyAccessText(provider) }
			: { title: t.connect.minimalPermissions, text: requested },
		{
			title: t.connect.copyServer,
			text: t.connect.copyServerText,
		},
		{ title: t.connect.revokeAnytime, text: revoking },
	];
}
