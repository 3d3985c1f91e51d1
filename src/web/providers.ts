import { screens as demo } from "#providers/demo/web/manifest.ts";
import { screens as gmail } from "#providers/gmail/web/manifest.ts";
import { screens as imap } from "#providers/imap/web/manifest.ts";
import { screens as mbox } from "#providers/mbox/web/manifest.ts";
import { screens as outlook } from "#providers/outlook/web/manifest.ts";
import type { ProviderKind } from "#shared/providers.ts";
import type { ProviderScreens } from "./lib/mailbox/provider-screens.ts";

/** The web app's part of every provider, one line each. */
export const providerScreens: { readonly [Kind in ProviderKind]: ProviderScreens<Kind> } = {
	demo,
	gmail,
	imap,
	mbox,
	outlook,
};
