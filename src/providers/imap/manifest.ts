import type { ProviderManifest } from "#server/mail/provider/manifest.ts";
import { info } from "./info.ts";
import { imapProvider } from "./provider.ts";

export const manifest: ProviderManifest = { info, create: () => imapProvider };
