import type { ProviderManifest } from "#server/mail/provider/manifest.ts";
import { info } from "./info.ts";
import { mboxProvider } from "./provider.ts";

export const manifest: ProviderManifest = { info, create: () => mboxProvider };
